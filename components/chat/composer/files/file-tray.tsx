"use client";

import { useRef } from "react";
import { namesOf } from "./choose";
import { releaseFiles } from "./local-file";
import { changeTray, trayOf, useTray } from "./tray";
import { TrayFile } from "./tray-file";

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
          {files.map(({ key, file: { name, size }, url, pixels }, at) => (
            <TrayFile key={key} name={name} size={size} image={pixels && url} onRemove={() => remove(key, at)} />
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
