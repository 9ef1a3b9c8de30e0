"use client";

import { clsx } from "clsx";
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { Avatar } from "@/components/ui/display/avatar";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { keepPage } from "@/components/ui/hooks/keep-page";
import type { UploadedAvatarDto } from "@/lib/people/avatars/dto";
import type { CropDialogProps } from "./crop-dialog";
import { ImageButton, imageProblem } from "./image-button";

const CropDialog = deferredPart<CropDialogProps>(async () => (await import("./crop-dialog")).CropDialog);

/** An avatar or logo with ways to upload another one: a button, a file dropped here, or one pasted while the focus is here. */
export function AvatarField({ label = "Avatar", name, seed, src, shape, mark, uploaded, remove }: AvatarFieldProps) {
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(keepPage, []);

  function choose(file: File | undefined): void {
    if (!file || chosen) return;
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong === null) setChosen({ file, url: URL.createObjectURL(file) });
  }

  function close(): void {
    if (chosen) URL.revokeObjectURL(chosen.url);
    setChosen(null);
    afterDialog(() => button.current?.focus());
  }

  function paste(event: ClipboardEvent): void {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    choose(file);
  }

  function drag(event: DragEvent): void {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
  }

  function leave({ relatedTarget, currentTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  }

  function drop(event: DragEvent): void {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    choose(file);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend would stand in the border.
    <div
      role="group"
      aria-label={label}
      aria-describedby={`${id}-hint`}
      // Focusable by clicking next to the buttons, so that an image can be pasted.
      tabIndex={-1}
      onPaste={paste}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      className={clsx(
        "flex items-center gap-4 rounded-xl border border-dashed p-3 outline-none transition-colors",
        over ? "border-accent bg-surface-hover" : "border-border-strong",
      )}
    >
      {mark ?? <Avatar name={name} seed={seed} src={src} shape={shape} size={72} still />}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-2">
          <ImageButton label={`${label} file`} buttonRef={button} choose={choose}>
            Upload an image
          </ImageButton>
          {remove && (
            <Button
              size="small"
              variant="ghost"
              onClick={() => {
                setProblem(null);
                // This button disappears, so the previous one takes the focus.
                button.current?.focus();
                remove();
              }}
            >
              Remove image
            </Button>
          )}
        </div>
        <p role="alert" className="mt-1.5 text-danger text-sm empty:hidden">
          {problem}
        </p>
        <p id={`${id}-hint`} className="mt-1.5 text-pretty text-sm text-text-muted">
          Or drag and drop or paste one. PNG, JPEG, WebP, GIF or AVIF, up to 10 MiB.
        </p>
      </div>
      {chosen && <CropDialog {...chosen} shape={shape} uploaded={uploaded} close={close} />}
    </div>
  );
}

type AvatarFieldProps = {
  /** "Avatar" or "Logo". */
  label?: string;
  /** The name for the placeholder shown without an avatar. */
  name: string;
  seed: string;
  src: string | null;
  /** What to show instead of the avatar, 72 pixels large. */
  mark?: ReactNode;
  shape: "round" | "square";
  /** Called with the uploaded avatar. Resolves to an error message, or null. */
  uploaded: (avatar: UploadedAvatarDto) => Promise<string | null>;
  /** Removes the uploaded avatar; missing if there is none. */
  remove?: (() => void) | undefined;
};
