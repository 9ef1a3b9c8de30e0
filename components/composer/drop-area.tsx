"use client";

import { Paperclip } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { openComposers } from "@/components/composer/open-composers";
import { keepPage } from "@/components/ui/keep-page";
import { addFiles, chosenFrom } from "./files/tray";

type DropAreaProps = {
  /** The tray for files dropped here; null where the user can't write. */
  trayKey: string | null;
  /** What the files are attached to, as in "Drop files to attach them to #deploys". */
  to: string;
  children: ReactNode;
};

/** A pane that accepts dropped files and says so while they are over it. */
export function DropArea({ trayKey, to, children }: DropAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(keepPage, []);
  useEffect(() => {
    const element = area.current;
    if (!element || trayKey === null) return;
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      const { files, refused } = chosenFrom(event.dataTransfer);
      addFiles(trayKey, files, refused);
      openComposers()
        .find((field) => element.contains(field))
        ?.focus();
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("dragenter", onDragOver, { signal });
    element.addEventListener("dragover", onDragOver, { signal });
    element.addEventListener("dragleave", onDragLeave, { signal });
    element.addEventListener("drop", onDrop, { signal });
    return () => listening.abort();
  }, [trayKey]);
  return (
    <div ref={area} data-pane className="relative flex min-h-0 flex-1 flex-col">
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-30 flex items-center justify-center rounded-xl border-2 border-accent border-dashed bg-surface/90 p-4 text-center font-semibold text-lg">
          <p className="flex flex-col items-center gap-2 text-balance">
            <Paperclip aria-hidden="true" className="size-6 text-accent" />
            Drop files to attach them to {to}
          </p>
        </div>
      )}
    </div>
  );
}
