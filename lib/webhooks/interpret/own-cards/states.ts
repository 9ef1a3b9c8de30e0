import type { StateTone } from "@/lib/messages/dto";
import { asText, capital, plainFilters } from "@/lib/webhooks/interpret/described/filters";
import { toneOfColor } from "@/lib/webhooks/interpret/described/older-keys";

// This file also runs in browsers, so it can't use Node.

const LONGEST = 200;

/** Returns the tone of a state's word, or null for a word that says none. */
export function toneOfWord(word: string): StateTone | null {
  return toneOfColor(asText(plainFilters.color?.(word))) ?? null;
}

/**
 * Returns the state that a value says: "Failed" for "backup.failed", "In progress" for "in_progress". Its tone is that of
 * its word, or none.
 */
export function stateOfValue(value: unknown): { word: string; tone: StateTone } | null {
  const text = asText(value).slice(0, LONGEST);
  const said = asText(plainFilters.words?.(text));
  if (said === "") return null;
  // "backup.failed" says what happened to what; only the end is a state.
  const pieces = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const isName = /[\p{L}\p{N}][.:/]+[\p{L}\p{N}]/u.test(text);
  const last = isName ? pieces.findLast((piece) => toneOfWord(piece) !== null) : undefined;
  const word = last ?? said;
  return { word: capital(asText(plainFilters.words?.(word))), tone: toneOfWord(word) ?? "none" };
}
