"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { rememberEmoji } from "@/components/emoji/usual-emoji";
import type { Draft } from "./mention-text";
import { fits, peopleOf, type Suggestion, suggestChannels, suggestEmoji } from "./suggestions";
import { endsInCode } from "./text-edit";

/** An open list of suggestions. `active` is the index of the option that Enter takes. */
export type Suggestions = { trigger: Trigger; items: Suggestion[]; active: number };

/**
 * Suggests completions for the text before the caret. Calls `onTake` with the chosen one and where the text to replace
 * begins.
 */
export function useSuggestions(channelId: string, onTake: (taken: Suggestion, start: number) => void) {
  const [open, setOpen] = useState<Suggestions | null>(null);
  const latest = useRef<Trigger | null>(null);
  const dismissed = useRef<Trigger | null>(null);
  const people = useRef<ReturnType<typeof peopleOf> | null>(null);

  /** Reads the text before the caret. */
  const look = (draft: Draft, caret: number | null) => {
    const trigger = caret === null ? null : findTrigger(draft, caret);
    if (sameTrigger(trigger, latest.current)) return;
    latest.current = trigger;
    if (!trigger) return close();
    if (dismissed.current?.start === trigger.start && dismissed.current.kind === trigger.kind) return;
    dismissed.current = null;
    // Until the answer arrives, drop suggestions that no longer match.
    setOpen((before) => withTrigger(before, trigger, before?.items.filter((each) => fits(each, trigger.query)) ?? []));
    people.current ??= peopleOf(channelId);
    const isCurrent = () => latest.current === trigger;
    void suggest(trigger, people.current, isCurrent).then((items) => {
      if (isCurrent()) setOpen((before) => withTrigger(before, trigger, items));
    });
  };
  const close = () => {
    latest.current = null;
    dismissed.current = null;
    people.current = null;
    setOpen(null);
  };
  const dismiss = () => {
    dismissed.current = latest.current;
    setOpen(null);
  };
  const take = (index: number) => {
    const item = open?.items[index];
    if (!open || !item) return;
    const { start } = open.trigger;
    close();
    if (item.kind === "emoji") rememberEmoji(item.emoji);
    onTake(item, start);
  };
  const activate = (index: number) => setOpen((now) => now && { ...now, active: index });

  /** Returns whether the list handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === ":") {
      if (!closesShortcode(open)) return false;
      take(0);
      return meant(event);
    }
    if (event.shiftKey) return false;
    const count = open.items.length;
    if (event.key === "ArrowDown") activate((open.active + 1) % count);
    else if (event.key === "ArrowUp") activate((open.active + count - 1) % count);
    else if (event.key === "Enter" || event.key === "Tab") take(open.active);
    else if (event.key === "Escape") dismiss();
    else return false;
    return meant(event);
  };
  return { open, look, close, take, activate, onKeyDown };
}

function meant(event: KeyboardEvent): true {
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Returns whether a colon completes a shortcode, as in ":tada:". */
function closesShortcode({ trigger, items }: Suggestions): boolean {
  return items[0]?.kind === "emoji" && items[0].name === trigger.query.toLowerCase();
}

/** Returns the list with these items, keeping the active one if it is the same list; null without items. */
function withTrigger(before: Suggestions | null, trigger: Trigger, items: Suggestion[]): Suggestions | null {
  if (items.length === 0) return null;
  const same = sameTrigger(before?.trigger ?? null, trigger);
  return { trigger, items, active: same ? Math.min(before?.active ?? 0, items.length - 1) : 0 };
}

function suggest({ kind, query }: Trigger, people: ReturnType<typeof peopleOf>, isCurrent: () => boolean) {
  if (kind === "person") return people(query, isCurrent);
  return kind === "channel" ? suggestChannels(query) : suggestEmoji(query);
}

/** A name being typed at the caret: `query` runs from after the sign at `start` to the caret. */
type Trigger = { kind: "person" | "channel" | "emoji"; start: number; query: string };

const kinds = [
  { kind: "person", sign: "@", query: /^(?! )[\p{L}\p{M}\p{N}'’._ -]*$/u },
  { kind: "channel", sign: "#", query: /^[\p{L}\p{M}\p{N}'’._-]*$/u },
  { kind: "emoji", sign: ":", query: /^[a-z0-9_+-]{2,}$/i },
] as const;

// No name is longer, and this runs on every key press.
const LONGEST = 50;
const MOST_WORDS = 4;

/** Returns the name being typed at the caret; null where the sign is part of a word, a URL, a time or code. */
export function findTrigger({ text, marks }: Draft, caret: number): Trigger | null {
  const from = Math.max(0, caret - LONGEST);
  const window = text.slice(from, caret);
  const found = kinds
    .map(({ kind, sign, query }) => ({ kind, pattern: query, at: window.lastIndexOf(sign) }))
    .filter(({ at, pattern }) => at >= 0 && isFree(text.charAt(from + at - 1)) && pattern.test(window.slice(at + 1)))
    .sort((a, b) => b.at - a.at)[0];
  if (!found) return null;
  const start = from + found.at;
  const query = text.slice(start + 1, caret);
  if (query.includes("  ") || query.split(" ").length > MOST_WORDS) return null;
  const taken = Object.hasOwn(marks, text.slice(start, caret).trimEnd());
  return taken || endsInCode(text.slice(0, start)) ? null : { kind: found.kind, start, query };
}

function sameTrigger(a: Trigger | null, b: Trigger | null): boolean {
  return a === b || (a?.kind === b?.kind && a?.start === b?.start && a?.query === b?.query);
}

/** Returns whether a sign after this character can start a name. */
function isFree(before: string): boolean {
  return !/[A-Za-z0-9_@#:/&=.`\\+]/.test(before);
}
