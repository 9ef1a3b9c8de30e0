import { parseId } from "@/lib/text/text";
import { changeBetween } from "./outside-code";

// How messages mention people and name custom emoji. The server (to notify people) and the page (to show and complete them) share
// this.

/** A person or user group in a sent text: `<@id>`, Discord's `<@!id>`, and `<@&id>` for a group. The id is the first group. */
export const PERSON = String.raw`<@[!&]?(\d{17,19})>`;

/** A user group in a sent text. */
const GROUP = String.raw`<@&(\d{17,19})>`;

/** `@everyone` or `@here`; inside a word or mail address they're plain text. */
export const EVERYONE = String.raw`(?<![\w@])@(?:everyone|here)\b`;

/** The source of a regular expression for the name of a custom emoji, as far as texts are searched for them. */
export const EMOJI_NAME = String.raw`[a-z0-9_+\-]{2,32}`;

// Fenced code, even unclosed, and inline code.
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** The ids of people and user groups in the text, without duplicates, in order. */
export function namedIds(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(new RegExp(PERSON, "g")), ([, id = ""]) => id))];
}

// Keeps a message with thousands of mentions cheap. No one mentions more people one by one.
const MOST_NAMED = 100;

/** The valid user ids among these, at most 100. */
export function personIds(ids: readonly string[]): bigint[] {
  return ids.flatMap((id) => parseId(id) ?? []).slice(0, MOST_NAMED);
}

/** Replaces each mention of a person or user group with what `nameOf` returns. */
export function withPeople(text: string, nameOf: (id: string, isGroup: boolean) => string): string {
  return text.replace(new RegExp(PERSON, "g"), (all, id: string) => nameOf(id, all.startsWith("<@&")));
}

/** The ids of the people and user groups that the text mentions, and whether it mentions everyone. Code is ignored. */
export function mentionsIn(text: string): { ids: string[]; groupIds: string[]; everyone: boolean } {
  if (!text.includes("@")) return { ids: [], groupIds: [], everyone: false };
  const outside = text.replace(new RegExp(CODE, "g"), " ");
  const groups = new Set(Array.from(outside.matchAll(new RegExp(GROUP, "g")), ([, id = ""]) => id));
  const people = namedIds(outside).filter((id) => !groups.has(id));
  return { ids: people, groupIds: [...groups], everyone: new RegExp(EVERYONE).test(outside) };
}

/** Applies `change` to each part of the text that isn't code. */
export function changeOutsideCode(text: string, change: (piece: string) => string): string {
  return changeBetween(text, CODE, change);
}

/** The source of a regular expression that matches any of these labels, preferring the longest. */
export function oneOf(labels: Iterable<string>): string {
  const longestFirst = [...labels].sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.map((label) => label.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join("|")})`;
}
