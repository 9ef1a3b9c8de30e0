import { endsInCode } from "./code";
import type { Draft } from "./mention-text";

/** What is being named where the caret is: `query` runs from behind the sign at `start` to the caret. */
export type Trigger = { kind: "person" | "channel" | "emoji"; start: number; query: string };

const kinds = [
  { kind: "person", sign: "@", query: /^(?! )[\p{L}\p{M}\p{N}'’._ -]*$/u },
  { kind: "channel", sign: "#", query: /^[\p{L}\p{M}\p{N}'’._-]*$/u },
  { kind: "emoji", sign: ":", query: /^[a-z0-9_+-]{2,}$/i },
] as const;

// Longer is no name, and this is looked at with every key that is pressed.
const LONGEST = 50;
const MOST_WORDS = 4;

/** What is being named at the caret; null where a sign is only a sign: in a word, an address, a time, or code. */
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

/** Whether both are the same. */
export function sameTrigger(a: Trigger | null, b: Trigger | null): boolean {
  return a === b || (a?.kind === b?.kind && a?.start === b?.start && a?.query === b?.query);
}

/** Whether a sign after this character begins something. */
function isFree(before: string): boolean {
  return !/[A-Za-z0-9_@#:/&=.`\\+]/.test(before);
}
