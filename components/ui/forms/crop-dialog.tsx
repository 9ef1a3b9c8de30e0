"use client";

import { useEffect, useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { Button } from "@/components/ui/controls/button";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";
import { type Answer, toAnswer } from "@/lib/browser/request";
import { AVATAR_HINT, type UploadedAvatarDto } from "@/lib/people/avatars/dto";
import { paths } from "@/lib/text/paths";

const MOST_ZOOM = 5;
/** Crops an image to a square and uploads it. Arrow keys move the crop area, and the slider makes it smaller. */
export function CropDialog({ file, url, shape, uploaded, close }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const ready = area !== null;
  useEffect(() => () => leaving.current?.abort(), []);
  // The crop area appears once the image has loaded, after the dialog has opened.
  useEffect(() => {
    if (ready) box.current?.querySelector<HTMLElement>("[role=application]")?.focus();
  }, [ready]);

  async function upload(): Promise<void> {
    if (!area) return;
    setBusy(true);
    setProblem(null);
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    const answer = await sendAvatar(file, area, signal);
    if (signal.aborted) return;
    const failure = answer.ok ? await uploaded(answer.data).catch(() => UNREACHABLE) : (answer.error ?? UNREACHABLE);
    if (failure === null) return close();
    setBusy(false);
    setProblem(failure);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title="Crop image"
      description="Drag the image, or move it with the arrow keys."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={busy || (!ready && problem === null)} onClick={() => void upload()}>
            Use image
          </Button>
        </>
      }
    >
      <div ref={box} className="relative h-[min(18rem,42dvh)] overflow-hidden rounded-lg bg-surface-sunken">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={1}
          cropShape={shape === "round" ? "round" : "rect"}
          showGrid={false}
          keyboardStep={4}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: () => setProblem(`This image can't be opened. ${AVATAR_HINT}`) }}
          cropperProps={{ role: "application", "aria-label": "Crop area" }}
          classes={{ cropAreaClassName: "outline-offset-[-3px]" }}
        />
      </div>
      <label className="mt-4 flex items-center gap-3 font-medium text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          className="h-8 min-w-0 flex-1 cursor-pointer accent-accent"
        />
      </label>
      <p role="alert" className="mt-2 text-danger text-sm empty:hidden">
        {problem}
      </p>
    </Dialog>
  );
}

export type CropDialogProps = {
  file: File;
  /** The object URL of the chosen file. */
  url: string;
  /** The shape in which the avatar is shown. */
  shape: "round" | "square";
  /** Called with the uploaded avatar. Resolves to an error message, or null. */
  uploaded: (avatar: UploadedAvatarDto) => Promise<string | null>;
  close: () => void;
};

/** Uploads this area of the image as an avatar, without a timeout. Never throws. */
async function sendAvatar(file: File, area: Area, signal: AbortSignal): Promise<Answer<UploadedAvatarDto>> {
  const form = new FormData();
  const { x, y, width: side } = area;
  for (const [name, pixels] of Object.entries({ x, y, side })) form.append(name, `${Math.max(0, Math.round(pixels))}`);
  form.append("picture", file);
  try {
    const response = await fetch(paths.api.avatars, { method: "POST", body: form, signal });
    return toAnswer(response.status, await response.text(), response.headers.get("Retry-After"));
  } catch {
    return { ok: false, status: null, error: null, retryAfter: null };
  }
}
