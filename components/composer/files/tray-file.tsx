import type { ReactNode } from "react";
import { FileIcon } from "@/components/message/attachment/file-icon";
import { FileName } from "@/components/message/attachment/file-name";
import { formatSize } from "@/components/message/attachment/format-size";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import type { LocalFile } from "./local-file";

/** One file in the tray: an image small, anything else by its kind, with its name and size. */
export function TrayFile({ file: { file, url, pixels }, children }: { file: LocalFile; children: ReactNode }) {
  const name = cleanText(file.name);
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-lg border border-border bg-surface p-1">
      {pixels ? (
        // biome-ignore lint/performance/noImgElement: it is in this browser only.
        <img src={url} alt="" className="size-10 shrink-0 rounded-md bg-surface-sunken object-cover" />
      ) : (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-surface-sunken">
          <FileIcon name={name} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <FileName name={name} />
        <p className="text-text-muted text-xs tabular-nums">{formatSize(file.size)}</p>
      </div>
      {children}
    </li>
  );
}
