import { useSyncExternalStore } from "react";
import { useMyChannels } from "./sidebar";
import { ownKey, readStored, writeStored } from "./storage";
import { emitter } from "./store";

// Browsers store a few million characters per site. Anything longer than this was pasted.
const LONGEST = 50_000;

/** A stored draft. `marks` has the text to send for each mention that it shows. */
export type StoredDraft = {
  text: string;
  marks: Readonly<Record<string, string>>;
  /** Whether a reply will also appear in the channel. */
  inChannel?: boolean | undefined;
  /** When it was last changed, in milliseconds. Older drafts have neither this nor `channelId`. */
  at?: number;
  channelId?: string;
};

// Other tabs write them too, and `sync-drafts.ts` those of other devices.
const changed = emitter(() => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(ownKey("draft"))) forget();
  };
  const forget = () => {
    all = null;
    changed.emit();
  };
  all = null;
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
});
let all: ReadonlyMap<string, StoredDraft> | null = null;
const none: ReadonlyMap<string, StoredDraft> = new Map();

/** Returns the storage key of a person's draft for a channel or thread. */
export function draftKey(personId: string, conversationId: string): string {
  return `parley.draft.${personId}.${conversationId}`;
}

/** Returns the stored draft; null if there is none. */
export function readDraft(key: string): StoredDraft | null {
  return toDraft(readStored(key));
}

/** Stores the draft, or removes it if it's null, blank or too long. */
export function writeDraft(key: string, draft: StoredDraft | null): void {
  const forget = draft === null || draft.text.trim() === "" || draft.text.length > LONGEST;
  writeStored(key, forget ? null : draft);
  all = null;
  changed.emit();
}

/** Returns the text that has both: the longer one if it contains the other. */
export function joined(theirs: string, ours: string): string {
  if (theirs.includes(ours.trim())) return theirs;
  return ours.includes(theirs.trim()) ? ours : `${theirs.trimEnd()}\n\n${ours}`;
}

/** Returns a stored value as a draft; null for anything else. */
export function toDraft(value: unknown): StoredDraft | null {
  if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return null;
  return {
    text: value.text,
    marks: "marks" in value ? toMarks(value.marks) : {},
    ...("inChannel" in value && value.inChannel === true && { inChannel: true }),
    ...("at" in value && typeof value.at === "number" && { at: value.at }),
    ...("channelId" in value && typeof value.channelId === "string" && { channelId: value.channelId }),
  };
}

function toMarks(value: unknown): StoredDraft["marks"] {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter(([label, sent]) => /^[@#]./.test(label) && typeof sent === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Calls the listener after each change of a draft, in any tab. Call the returned function to stop. */
export const onDraftsChange = changed.subscribe;

/** Returns the user's drafts by conversation, read again after a change. */
export function allDrafts(): ReadonlyMap<string, StoredDraft> {
  if (all) return all;
  const found = new Map<string, StoredDraft>();
  const beginning = `${ownKey("draft")}.`;
  for (const key of storedKeys()) {
    const draft = key.startsWith(beginning) ? readDraft(key) : null;
    if (draft) found.set(key.slice(beginning.length), draft);
  }
  all = found;
  return found;
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Returns whether the user has a draft in this channel or thread, live. */
export function useHasDraft(conversationId: string): boolean {
  return useSyncExternalStore(
    changed.subscribe,
    () => allDrafts().has(conversationId),
    () => false,
  );
}

/** Returns the user's drafts by conversation, live. */
export function useAllDrafts(): ReadonlyMap<string, StoredDraft> {
  return useSyncExternalStore(changed.subscribe, allDrafts, () => none);
}

/** Returns how many drafts the user has in their channels and in threads there, live. */
export function useDraftCount(): number {
  const channels = new Set(useMyChannels().map(({ id }) => id));
  const drafts = [...useAllDrafts()];
  return drafts.filter(([conversationId, { channelId = conversationId }]) => channels.has(channelId)).length;
}
