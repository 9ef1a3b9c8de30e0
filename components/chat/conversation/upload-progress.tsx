"use client";

import { clsx } from "clsx";
import type { LocalFile } from "@/components/chat/composer/files/local-file";
import { useInThread } from "@/components/chat/conversation/actions/actions-context";
import { useProgress } from "@/components/chat/conversation/run/send";
import { IconButton } from "@/components/ui/controls/icon-button";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { X } from "@/components/ui/icons/more-icons";
import { cleanText } from "@/lib/text/text";

type UploadProgressProps = { nonce: string; files: readonly LocalFile[]; onCancel: () => void };

/** A message's upload progress. It overlays the message, so nothing moves when it disappears. */
export function UploadProgress({ nonce, files, onCancel }: UploadProgressProps) {
  const share = useProgress(nonce);
  const inThread = useInThread();
  const percent = Math.floor((share ?? 0) * 100);
  const [first] = files;
  const what = files.length === 1 && first ? cleanText(first.file.name) : `${files.length} files`;
  return (
    <div
      className={clsx(
        "absolute end-4.5 bottom-2 z-10 flex items-center gap-2 rounded-lg border border-border bg-surface-raised py-0.5 ps-2.5 pe-0.5 text-text-muted text-xs",
        // Wide screens have room beside the files.
        !inThread && "md:end-4 md:-top-3.5 md:bottom-auto",
      )}
    >
      <ProgressBar label={`Uploading ${what}`} percent={percent} className="h-1 w-12" />
      <span className="min-w-12 text-end tabular-nums">{share === null ? "Waiting" : `${percent} %`}</span>
      <IconButton label={`Cancel uploading ${what}`} icon={<X />} onClick={onCancel} />
    </div>
  );
}
