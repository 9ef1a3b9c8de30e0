"use client";

import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "@/components/ui/icon-button";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { codePoints } from "@/lib/text";
import { payloadLimits } from "@/lib/webhooks/schema";
import type { EmbedDraft } from "./draft";

type LimitedTextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** In characters; without one nothing is counted. */
  limit?: number;
  problem: string | null;
  hint?: string;
  /** A text of several lines, this many at first. */
  rows?: number;
  placeholder?: string;
  ref?: (element: HTMLInputElement | null) => void;
};

// The count appears near the limit; before that it only adds noise.
const NEAR = 0.8;

/** A text with its limit, which is spoken of once it comes near. */
export function LimitedText({
  label,
  value,
  onChange,
  limit,
  problem,
  hint,
  rows,
  placeholder,
  ref,
}: LimitedTextProps) {
  const count = limit === undefined ? 0 : codePoints(value);
  const near = limit !== undefined && count >= limit * NEAR;
  const common = {
    label,
    value,
    error: problem,
    hint: near ? <span className="tabular-nums">{`${count} of ${limit} characters`}</span> : hint,
    autoComplete: "off",
    placeholder,
  };
  if (rows) return <TextArea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />;
  return <TextField {...common} ref={ref} onChange={(event) => onChange(event.target.value)} />;
}

/** How many characters an embed's texts have together, said once that comes near the limit; null before. */
export function allTexts(embed: EmbedDraft): string | null {
  const { title, description, authorName, footerText, fields } = embed;
  const texts = [title, description, authorName, footerText, ...fields.flatMap(({ name, value }) => [name, value])];
  const count = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const limit = payloadLimits.embed.allTexts;
  return count >= limit * NEAR ? `${count} of ${limit} characters in all its texts together` : null;
}

/** Controls that belong together, under their name. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-border border-t pt-3">
      <legend className="pe-2 font-semibold text-sm">{name}</legend>
      <div className="flex flex-col gap-3">{children}</div>
    </fieldset>
  );
}

/** Two controls side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>;
}

/** The list with the item at `index` one place up (-1) or down (1); the same list where there is no such place. */
export function moved<T>(items: T[], index: number, by: -1 | 1): T[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(index, other).with(index + by, item);
}

/** The list without the item at `index`. */
export function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, at) => at !== index);
}

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
