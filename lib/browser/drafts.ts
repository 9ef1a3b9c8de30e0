import { useMemo, useSyncExternalStore } from "react";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { useMyChannels } from "./sidebar";
import { ownKey, readStored, writeStored } from "./storage";
import { emitter } from "./store";

// Browsers store a few million characters per site. Anything longer than this was pasted.
const LONGEST = 50_000;

/** A stored draft. `marks` has the text to send for each mention that it shows. */
export type StoredDraft = {
  text: string;
  marks: Readonly<Record<string, string>>;
  /** When it was last changed, in milliseconds. Older drafts have neither this nor `channelId`. */
  at?: number;
  channelId?: string;
};

/** A draft and where it was begun. `threadId` is the thread's root, or null in the channel itself. */
export type DraftItem = {
  key: string;
  conversationId: string;
  channel: SidebarChannelDto;
  threadId: string | null;
  draft: StoredDraft;
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

/** Returns a stored value as a draft; null for anything else. */
export function toDraft(value: unknown): StoredDraft | null {
  if (typeof value !== "object" || value === null || !("text" in value) || typeof value.text !== "string") return null;
  return {
    text: value.text,
    marks: "marks" in value ? toMarks(value.marks) : {},
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

/** Returns the user's drafts in their channels and in threads there, the latest first, live. */
export function useDrafts(): DraftItem[] {
  const drafts = useSyncExternalStore(changed.subscribe, allDrafts, () => none);
  const channels = useMyChannels();
  return useMemo(() => draftsIn(channels, drafts), [channels, drafts]);
}

/** Returns the drafts that were begun in these channels, the latest first. */
export function draftsIn(
  channels: readonly SidebarChannelDto[],
  drafts: ReadonlyMap<string, StoredDraft>,
): DraftItem[] {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const items = Array.from(drafts, ([conversationId, draft]) => {
    const channel = byId.get(draft.channelId ?? conversationId);
    const threadId = channel?.id === conversationId ? null : conversationId;
    return channel && { key: `${ownKey("draft")}.${conversationId}`, conversationId, channel, threadId, draft };
  });
  return items.filter((item) => item !== undefined).sort((a, b) => (b.draft.at ?? 0) - (a.draft.at ?? 0));
}
