"use client";

import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import { ImageButton, imageProblem } from "@/components/ui/forms/image-button";
import { useForm } from "@/components/ui/forms/use-form";
import { SmilePlus } from "@/components/ui/icons/icons";
import { toAnswer } from "@/lib/browser/request";
import type { FormResult } from "@/lib/text/form-result";
import { paths } from "@/lib/text/paths";

/** A form for a new custom emoji: an image, and the name that the image's file suggests. */
export function EmojiForm({ close }: { close: () => void }) {
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const form = useForm({
    fields: ["name"],
    send: async (values): Promise<FormResult<unknown>> => {
      if (chosen) return sendEmoji(values.name, chosen.file);
      setProblem("Choose an image.");
      button.current?.focus();
      return { ok: false, error: "", field: "image" };
    },
    done: close,
  });
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);

  function choose(file: File | undefined): void {
    if (!file) return;
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong !== null) return;
    setChosen({ file, url: URL.createObjectURL(file) });
    if (name === "") setName(nameOf(file));
    nameField.current?.focus();
  }

  return (
    <Form state={form}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an image can also be dropped or pasted here. */}
      <div
        onPaste={({ clipboardData }) => choose(clipboardData.files[0])}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
        className="flex items-center gap-4 rounded-xl border border-border-strong border-dashed p-3"
      >
        <span className="flex size-16 shrink-0 items-center justify-center rounded-lg bg-surface-sunken text-text-muted">
          {chosen ? (
            // biome-ignore lint/performance/noImgElement: a file of this device.
            <img src={chosen.url} alt="" className="size-12 object-contain" />
          ) : (
            <SmilePlus aria-hidden="true" className="size-6" />
          )}
        </span>
        <div className="min-w-0">
          <ImageButton label="Image file" buttonRef={button} choose={choose}>
            {chosen ? "Choose another image" : "Choose an image"}
          </ImageButton>
          <p role="alert" className="mt-1.5 text-danger text-sm empty:hidden">
            {problem}
          </p>
          <p className="mt-1.5 text-pretty text-sm text-text-muted">
            A square image with a transparent background looks best. It can be animated.
          </p>
        </div>
      </div>
      <TextField
        ref={nameField}
        label="Name"
        name="name"
        autoComplete="off"
        placeholder="party_parrot"
        hint="People write it between colons. Letters, digits, -, + and _."
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={form.errorOf("name")}
      />
      <DialogButtons busy={form.busy}>Add emoji</DialogButtons>
    </Form>
  );
}

/** Returns the name that a file suggests: "Party Parrot.gif" becomes "party_parrot". */
function nameOf({ name }: File): string {
  const stem = name.replace(/\.[^.]*$/, "").toLowerCase();
  return stem
    .replaceAll(/[^a-z0-9+-]+/g, "_")
    .slice(0, 32)
    .replaceAll(/^_+|_+$/g, "");
}

/** Uploads the image without a timeout. Never throws. */
async function sendEmoji(name: string, file: File): Promise<FormResult<unknown>> {
  const body = new FormData();
  body.append("name", name);
  body.append("image", file);
  try {
    const response = await fetch(paths.api.emoji, { method: "POST", body });
    const answer = toAnswer<unknown>(response.status, await response.text(), response.headers.get("Retry-After"));
    if (answer.ok) return { ok: true, data: answer.data };
    if (answer.error !== null) return { ok: false, error: answer.error };
  } catch {
    // The same as an answer that isn't Parley's.
  }
  return { ok: false, error: "The image couldn't be sent. Check your connection and try again." };
}
