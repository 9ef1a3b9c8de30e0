"use client";

import { type ReactNode, useRef } from "react";
import { FileIcon } from "@/components/message/attachment/file-icon";
import { FileName } from "@/components/message/attachment/file-name";
import { X } from "@/components/ui/icons";
import { sizeText } from "@/lib/size-text";
import { cleanText } from "@/lib/text";
import { namesOf } from "./choose";
import { type LocalFile, releaseFiles } from "./local-file";
import { changeTray, trayOf, useTray } from "./tray";

type FileTrayProps = { trayKey: string; onEmptied: () => void };

/** The files to send with a message, each with a remove button, and why others were refused. */
export function FileTray({ trayKey, onEmptied }: FileTrayProps) {
  const { files, problems } = useTray(trayKey);
  const list = useRef<HTMLUListElement>(null);
  const remove = (key: string, at: number) => {
    removeFile(trayKey, key);
    // The pressed button disappears, so focus moves to the next one.
    const others = [...(list.current?.querySelectorAll("button") ?? [])].filter((_, index) => index !== at);
    const next = others[Math.min(at, others.length - 1)];
    if (next) next.focus();
    else onEmptied();
  };
  return (
    <>
      {files.length > 0 && (
        <ul
          ref={list}
          aria-label="Files to send"
          className="grid max-h-[30dvh] grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2 overflow-y-auto overscroll-contain px-2.5 pt-2.5"
        >
          {files.map((file, at) => (
            <TrayFile key={file.key} file={file}>
              <button
                type="button"
                aria-label={`Remove ${cleanText(file.file.name)}`}
                onClick={() => remove(file.key, at)}
                className="inline-flex target shrink-0 items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </TrayFile>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <div role="alert" className="px-4 pt-2 text-danger text-sm">
          {problems.map((problem) => (
            <p key={problem} className="break-words">
              {problem}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** Removes a file from the tray. */
export function removeFile(trayKey: string, key: string): void {
  const { files } = trayOf(trayKey);
  const removed = files.filter((file) => file.key === key);
  releaseFiles(removed);
  const left = files.filter((file) => file.key !== key);
  changeTray(trayKey, { files: left, problems: [], said: `${namesOf(removed)} removed` });
}

/** A file in the tray: a thumbnail or an icon, with its name and size. */
function TrayFile({ file: { file, url, pixels }, children }: { file: LocalFile; children: ReactNode }) {
  const name = cleanText(file.name);
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-lg border border-border bg-surface p-1">
      {pixels ? (
        // biome-ignore lint/performance/noImgElement: the file is local.
        <img src={url} alt="" className="size-10 shrink-0 rounded-md bg-surface-sunken object-cover" />
      ) : (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-surface-sunken">
          <FileIcon name={name} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <FileName name={name} />
        <p className="text-text-muted text-xs tabular-nums">{sizeText(file.size)}</p>
      </div>
      {children}
    </li>
  );
}
