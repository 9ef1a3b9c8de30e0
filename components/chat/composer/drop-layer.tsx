"use client";

import { type RefObject, useEffect, useState } from "react";
import { addDropped } from "@/components/chat/composer/files/tray";
import { Paperclip } from "@/components/ui/icons/more-icons";
import { loadWriting } from "./deferred-writing";
import { openComposers } from "./open-composers";

type DropLayerProps = { area: RefObject<HTMLElement | null>; trayKey: string; to: string };

/** Takes the files dropped on an area, and covers it while they are over it. They are when this is first rendered. */
export function DropLayer({ area, trayKey, to }: DropLayerProps) {
  const [over, setOver] = useState(true);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
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
      void loadWriting();
      addDropped(trayKey, event.dataTransfer);
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
  }, [area, trayKey]);
  if (!over) return null;
  return (
    <div className="pointer-events-none absolute inset-2 z-30 flex items-center justify-center rounded-xl border-2 border-accent border-dashed bg-surface/90 p-4 text-center font-semibold text-lg">
      <p className="flex flex-col items-center gap-2 text-balance">
        <Paperclip aria-hidden="true" className="size-6 text-accent" />
        Drop files to attach them to {to}
      </p>
    </div>
  );
}
