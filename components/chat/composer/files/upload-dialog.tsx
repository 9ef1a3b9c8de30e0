"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";
import { sendForm } from "@/lib/browser/send-form";
import { cleanText } from "@/lib/text/text";

type UploadDialogProps = {
  title: string;
  /** Where the form is posted. */
  address: string;
  fields?: Readonly<Record<string, string>>;
  files: readonly File[];
  /** Gets null when the server has everything, or an error. */
  onEnd: (error: string | null) => void;
  onCancel: () => void;
};

/** Uploads files while it's open, and shows the progress. Closing it cancels the upload. */
export function UploadDialog({ title, address, fields = {}, files, onEnd, onCancel }: UploadDialogProps) {
  const [share, setShare] = useState(0);
  const send = useEffectEvent((request: XMLHttpRequest) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const file of files) form.append("files", file);
    return sendForm<null>(request, address, form, setShare);
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const request = new XMLHttpRequest();
    void send(request).then((answer) => {
      if (answer === "aborted") return;
      if (answer === "lost") end(LOST);
      else end(answer.ok ? null : (answer.error ?? LOST));
    });
    return () => request.abort();
  }, []);
  const [first] = files;
  const what = files.length === 1 && first ? cleanText(first.name) : `${files.length} files`;
  const percent = Math.floor(share * 100);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={title}
      footer={
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
      }
    >
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="min-w-0 wrap-anywhere">Uploading {what}</span>
        <span className="shrink-0 text-text-muted tabular-nums">{percent} %</span>
      </div>
      <ProgressBar label={`Uploading ${what}`} percent={percent} className="mt-2 h-1.5" />
    </Dialog>
  );
}

const LOST = "The files weren't uploaded. Check your connection and try again.";
