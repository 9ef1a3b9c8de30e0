import { parseId } from "@/lib/text";
import { changeBetween } from "./outside-code";

// How a message's text names people: the server, which pings them, and the page, which shows and completes them, read it alike.

/** A person in a sent text: `<@id>`, or Discord's `<@!id>`. The id is the first group. */
export const PERSON = String.raw`<@!?(\d{17,19})>`;

/** `@everyone` or `@here`, which within a word or an email address are plain text. */
export const EVERYONE = String.raw`(?<![\w@])@(?:everyone|here)\b`;

// Fenced code, also without its end, and code in a line.
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/** The ids of the people whom the text names, each once, in the order in which they stand. */
export function namedIds(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(new RegExp(PERSON, "g")), ([, id = ""]) => id))];
}

// Few enough that a message naming thousands costs nothing; nobody names more people than this one by one.
const MOST_NAMED = 100;

/** Those of the ids that a person can have, at most a hundred. */
export function personIds(ids: readonly string[]): bigint[] {
  return ids.flatMap((id) => parseId(id) ?? []).slice(0, MOST_NAMED);
}

/** The text with what `nameOf` gives for each person whom it names. */
export function withPeople(text: string, nameOf: (id: string) => string): string {
  return text.replace(new RegExp(PERSON, "g"), (_, id: string) => nameOf(id));
}

/** Whom the text mentions: people by their ids, and whether all members of its channel. Nobody is mentioned in code. */
export function mentionsIn(text: string): { ids: string[]; everyone: boolean } {
  const outside = text.replace(new RegExp(CODE, "g"), " ");
  return { ids: namedIds(outside), everyone: new RegExp(EVERYONE).test(outside) };
}

/** The text with `change` made to each piece that isn't code. */
export function changeOutsideCode(text: string, change: (piece: string) => string): string {
  return changeBetween(text, CODE, change);
}

/** A regular expression's source that matches one of these labels, the longest of those that begin alike. */
export function oneOf(labels: Iterable<string>): string {
  const longestFirst = [...labels].sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.map((label) => label.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join("|")})`;
}
