"use client";

import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "@/components/ui/controls/icon-button";
import { TextArea } from "@/components/ui/controls/text-area";
import { TextField } from "@/components/ui/controls/text-field";
import { ArrowDown, Copy } from "@/components/ui/icons/icons";
import { ArrowUp, Trash2 } from "@/components/ui/icons/more-icons";
import { codePoints } from "@/lib/text/text";
import { payloadLimits } from "@/lib/webhooks/schema";
import type { EmbedDraft } from "./draft";

type LimitedTextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** In characters. Without a limit, no count is shown. */
  limit?: number;
  problem: string | null;
  hint?: string;
  /** Makes it a multi-line field with this many rows. */
  rows?: number;
  placeholder?: string;
  ref?: (element: HTMLInputElement | null) => void;
};

// The count appears near the limit; before that it only adds noise.
const NEAR = 0.8;

/** A text field that shows its length as it approaches the limit. */
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

/** Returns how long all of an embed's text is once that approaches the limit, otherwise null. */
export function allTexts(embed: EmbedDraft): string | null {
  const { title, description, authorName, footerText, fields } = embed;
  const texts = [title, description, authorName, footerText, ...fields.flatMap(({ name, value }) => [name, value])];
  const count = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const limit = payloadLimits.embed.allTexts;
  return count >= limit * NEAR ? `${count} of ${limit} characters in this embed` : null;
}

/** A named group of controls. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-border border-t pt-3">
      <legend className="pe-2 font-semibold text-sm">{name}</legend>
      <div className="flex flex-col gap-3">{children}</div>
    </fieldset>
  );
}

/** Two controls next to each other where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>;
}

/** Returns the list with the item at `index` moved up (-1) or down (1), or the same list if it can't move. */
export function moved<T>(items: T[], index: number, by: -1 | 1): T[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(index, other).with(index + by, item);
}

/** Returns the list without the item at `index`. */
export function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, at) => at !== index);
}

type OrderButtonsProps = {
  /** The item's name, such as "embed 2". */
  name: string;
  /** The item's DOM id prefix. It moves with the item, so the focus can follow. */
  id: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
  onDuplicate?: (() => void) | undefined;
  onRemove: () => void;
  /** The DOM id that gets the focus when the item is removed. */
  afterRemove: string;
};

/** Buttons that move, duplicate and remove one of several items. */
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

/** Restores the focus, which is lost when an element is moved or removed. */
function thenFocus(change: () => void, id: string): void {
  flushSync(change);
  document.getElementById(id)?.focus();
}

/** The tabs that choose between a form and the JSON that it writes. */
export function EditAs() {
  return (
    <Tabs.List aria-label="Edit as" className="flex gap-1 rounded-lg bg-surface-sunken p-1">
      <Tabs.Trigger value="form" className={tabStyle}>
        Form
      </Tabs.Trigger>
      <Tabs.Trigger value="json" className={tabStyle}>
        JSON
      </Tabs.Trigger>
    </Tabs.List>
  );
}

const tabStyle =
  "target-y rounded-md px-3 font-medium text-sm text-text-muted transition-colors hover:text-text data-[state=active]:bg-surface-raised data-[state=active]:text-text data-[state=active]:ring-1 data-[state=active]:ring-border";
