import type { MentionDto } from "@/lib/messages/dto";
import { changeOutsideCode, namedIds, oneOf } from "@/lib/messages/markdown/mention-grammar";

/** What is sent, by what stands for it in the composer: "<@42…>" by "@Ada Lovelace". */
export type Marks = Readonly<Record<string, string>>;

/** What somebody is writing. */
export type Draft = { text: string; marks: Marks };

export const emptyDraft: Draft = { text: "", marks: {} };

// A name ends where a letter or digit doesn't follow. Scripts that write without spaces go on at once.
const notAfter = "(?<![A-Za-z0-9_@#])";
const notBefore = String.raw`(?![[\p{L}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])`;

/** The text as it is sent. A mark that was edited by hand, or stands in code or inside a word, is the text that it shows. */
export function toSent({ text, marks }: Draft): string {
  const pattern = patternOf(text, marks);
  if (!pattern) return text;
  return changeOutsideCode(text, (piece) => piece.replace(pattern, (label) => marks[label] ?? label));
}

/**
 * A sent text as a draft that is sent as exactly this again: people named as `<@id>` show their names, unless two share one
 * or the name wouldn't be told from the text around it.
 */
export function toDraft(sent: string, names: ReadonlyMap<string, string>): Draft {
  let draft: Draft = { text: sent, marks: {} };
  for (const id of namedIds(sent)) {
    const name = names.get(id);
    if (name === undefined || draft.marks[`@${name}`] !== undefined) continue;
    const marks = { ...draft.marks, [`@${name}`]: `<@${id}>` };
    const text = changeOutsideCode(draft.text, (piece) => piece.replaceAll(`<@${id}>`, () => `@${name}`));
    if (toSent({ text, marks }) === sent) draft = { text, marks };
  }
  return draft;
}

/**
 * The draft once `label` may stand for `sent`, and what to write for it: the label, or when that already stands in the text for
 * somebody else, what is sent.
 */
export function withMark({ text, marks }: Draft, label: string, sent: string): { draft: Draft; written: string } {
  const other = marks[label];
  if (other !== undefined && other !== sent && text.includes(label)) return { draft: { text, marks }, written: sent };
  return { draft: { text, marks: { ...marks, [label]: sent } }, written: label };
}

/** The marks that the text still shows. */
export function usedMarks({ text, marks }: Draft): Marks {
  return Object.fromEntries(Object.entries(marks).filter(([label]) => text.includes(label)));
}

/** Matches every mark of the text, the longest of those that begin alike; null when there is none. */
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

/** Whom a text names, as far as their names were kept: for what has not been sent yet. */
export function knownMentions(sent: string): MentionDto[] {
  return namedIds(sent).flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, pinged: false }];
  });
}
