import { readStored, writeStored } from "@/lib/browser/storage";
import { type Draft, type Marks, usedMarks } from "./mention-text";

// A browser keeps a few million characters for the whole site; what is longer than this was pasted.
const LONGEST = 50_000;

/** Where the draft of a person for a channel, or for the thread of a message, is kept in this browser. */
export function draftKey(personId: string, placeId: string): string {
  return `parley.draft.${personId}.${placeId}`;
}

/** The draft that is kept under this key; null when there is none. */
export function readDraft(key: string): Draft | null {
  return toDraft(readStored(key));
}

/** Keeps the draft under this key, or forgets it when it is blank. */
export function keepDraft(key: string, draft: Draft): void {
  const forget = draft.text.trim() === "" || draft.text.length > LONGEST;
  writeStored(key, forget ? null : { text: draft.text, marks: usedMarks(draft) });
}

/** A draft as it was kept; null for anything else. */
export function toDraft(value: unknown): Draft | null {
  if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return null;
  return { text: value.text, marks: "marks" in value ? toMarks(value.marks) : {} };
}

function toMarks(value: unknown): Marks {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter(([label, sent]) => /^[@#]./.test(label) && typeof sent === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}
