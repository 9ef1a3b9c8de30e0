"use client";

import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { keepPage } from "@/components/ui/hooks/keep-page";

const DropLayer = deferredPart(async () => (await import("./drop-layer")).DropLayer);

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
  const [isUsed, setIsUsed] = useState(false);
  useEffect(keepPage, []);
  const onDragOver = ({ dataTransfer }: DragEvent) => {
    if (dataTransfer.types.includes("Files")) setIsUsed(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files needs a pointer; the composer has a button.
    <div ref={area} data-pane className="relative flex min-h-0 flex-1 flex-col" onDragOver={onDragOver}>
      {children}
      {isUsed && trayKey !== null && <DropLayer area={area} trayKey={trayKey} to={to} />}
    </div>
  );
}
