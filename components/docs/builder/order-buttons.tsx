"use client";

import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react";
import { flushSync } from "react-dom";
import { IconButton } from "@/components/ui/icon-button";

type OrderButtonsProps = {
  /** Names the item: "embed 2". */
  name: string;
  /** Of the item, however it moves: the focus follows it. */
  id: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
  onDuplicate?: (() => void) | undefined;
  onRemove: () => void;
  /** Where the focus goes when the item is gone. */
  afterRemove: string;
};

/** What can be done to one of several items: move, duplicate, remove. */
export function OrderButtons({ name, id, first, last, onMove, onDuplicate, onRemove, afterRemove }: OrderButtonsProps) {
  const move = (by: -1 | 1) => thenFocus(() => onMove(by), `${id}-${by === -1 ? "up" : "down"}`);
  return (
    <div className="flex shrink-0">
      <IconButton
        id={`${id}-up`}
        label={`Move ${name} up`}
        icon={<ArrowUp />}
        aria-disabled={first}
        onClick={() => first || move(-1)}
        className={first ? "opacity-45" : ""}
      />
      <IconButton
        id={`${id}-down`}
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        aria-disabled={last}
        onClick={() => last || move(1)}
        className={last ? "opacity-45" : ""}
      />
      {onDuplicate && <IconButton label={`Duplicate ${name}`} icon={<Copy />} onClick={onDuplicate} />}
      <IconButton
        label={`Remove ${name}`}
        icon={<Trash2 />}
        tone="danger"
        onClick={() => thenFocus(onRemove, afterRemove)}
      />
    </div>
  );
}

/** Moving an element, or removing it, would lose the focus. */
function thenFocus(change: () => void, id: string): void {
  flushSync(change);
  document.getElementById(id)?.focus();
}
