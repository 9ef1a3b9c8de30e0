import type { ChannelDto } from "@/lib/channels/dto";
import type { MentionDto } from "@/lib/messages/dto";
import { changeOutsideCode, mentionsIn, namedIds, oneOf } from "@/lib/messages/markdown/mention-grammar";
import { charactersLeft, FEW_LEFT } from "./text-edit";

/** The text to send for each text that the composer shows: "<@42…>" for "@Ada Lovelace". */
export type Marks = Readonly<Record<string, string>>;

export type Draft = { text: string; marks: Marks };

export const emptyDraft: Draft = { text: "", marks: {} };

// Below this, no confirmation is needed for @everyone.
const ASK_ABOVE = 10;

/** Returns whether a text to send needs confirmation, because it notifies everyone in a large channel. */
export function notifiesMany({ memberCount }: Pick<ChannelDto, "memberCount">, content: string): boolean {
  return memberCount > ASK_ABOVE && mentionsIn(content).everyone;
}

// A name ends where no letter or digit follows. Scripts without spaces can continue immediately.
const notAfter = "(?<![A-Za-z0-9_@#])";
const notBefore = String.raw`(?![[\p{L}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])`;

/** Returns the text to send. A mark that was edited by hand, or is in code or inside a word, is sent as the text it shows. */
export function toSent({ text, marks }: Draft): string {
  const pattern = patternOf(text, marks);
  if (!pattern) return text;
  return changeOutsideCode(text, (piece) => piece.replace(pattern, (label) => marks[label] ?? label));
}

/** Returns the content of the message that a draft is sent as. */
export function contentOf(draft: Draft): string {
  return toSent(draft).trim();
}

/** Returns how many more characters a draft could have, at most `FEW_LEFT`; negative if it's too long, null if it's blank. */
export function leftIn(draft: Draft): number | null {
  const content = contentOf(draft);
  return content === "" ? null : Math.min(FEW_LEFT, charactersLeft(content));
}

/**
 * Returns the draft with `label` in place of `sent`, and what to insert: the label, or `sent` if the label already
 * refers to another person.
 */
export function withMark({ text, marks }: Draft, label: string, sent: string): { draft: Draft; written: string } {
  const other = marks[label];
  if (other !== undefined && other !== sent && text.includes(label)) return { draft: { text, marks }, written: sent };
  return { draft: { text, marks: { ...marks, [label]: sent } }, written: label };
}

/** Returns the marks that the text still shows. */
export function usedMarks({ text, marks }: Draft): Marks {
  return Object.fromEntries(Object.entries(marks).filter(([label]) => text.includes(label)));
}

/** Returns a pattern for every mark in the text, preferring the longest; null when there is none. */
function patternOf(text: string, marks: Marks): RegExp | null {
  const labels = Object.keys(marks).filter((label) => text.includes(label));
  if (labels.length === 0) return null;
  return new RegExp(`${notAfter}${oneOf(labels)}${notBefore}`, "gv");
}

const names = new Map<string, string>();

/** Keeps the names of the people among these marks for as long as the page lasts. */
export function rememberNames(marks: Marks): void {
  for (const [label, sent] of Object.entries(marks)) {
    const [id] = namedIds(sent);
    if (id !== undefined) names.set(id, label.slice(1));
  }
}

/** Returns the people a text mentions whose names are known, for messages not yet sent. */
export function knownMentions(sent: string): MentionDto[] {
  return namedIds(sent).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, notifies: false }];
  });
}
