"use client";

import { type KeyboardEvent, useRef } from "react";
import { useChangingState } from "@/components/ui/hooks/use-changing-state";
import { writingParts } from "./deferred-writing";
import type { Draft } from "./mention-text";
import type { Suggest, Suggestion, Suggestions, Trigger } from "./suggestions";

/**
 * Suggests completions for the text before the caret. Calls `onTake` with the chosen one and where the text to replace
 * begins.
 */
export function useSuggestions(
  channelId: string,
  onTake: (taken: Suggestion, start: number) => void,
  takesCommands = false,
) {
  const [open, setOpen, shown] = useChangingState<Suggestions | null>(null);
  const latest = useRef<Trigger | null>(null);
  const dismissed = useRef<Trigger | null>(null);
  const people = useRef<Suggest | null>(null);

  /** Reads the text before the caret. */
  const look = (draft: Draft, caret: number | null) => {
    const parts = writingParts();
    const found = caret === null ? null : (parts?.findTrigger(draft, caret) ?? null);
    const trigger = found?.kind === "command" && !takesCommands ? null : found;
    if (sameTrigger(trigger, latest.current)) return;
    latest.current = trigger;
    if (!trigger || !parts) return close();
    if (dismissed.current?.start === trigger.start && dismissed.current.kind === trigger.kind) return;
    dismissed.current = null;
    // Until the answer arrives, drop suggestions that no longer match.
    const fits = (each: Suggestion) => parts.fits(each, trigger.query);
    setOpen(withTrigger(shown.current, trigger, shown.current?.items.filter(fits) ?? []));
    people.current ??= parts.peopleOf(channelId);
    const isCurrent = () => latest.current === trigger;
    void parts.suggest(trigger, people.current, isCurrent).then((items) => {
      if (isCurrent()) setOpen(withTrigger(shown.current, trigger, items));
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
    if (item.kind === "emoji") writingParts()?.rememberEmoji(item.emoji);
    onTake(item, start);
  };
  const activate = (index: number) => setOpen(shown.current && { ...shown.current, active: index });

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

function sameTrigger(a: Trigger | null, b: Trigger | null): boolean {
  return a === b || (a?.kind === b?.kind && a?.start === b?.start && a?.query === b?.query);
}
