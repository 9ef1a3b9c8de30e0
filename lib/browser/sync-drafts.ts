import type { DraftDto, DraftSaveResult } from "@/lib/messages/drafts/dto";
import { LONGEST_SYNCED } from "@/lib/messages/drafts/dto";
import { paths } from "@/lib/text/paths";
import { keepData } from "./data";
import { allDrafts, joined, onDraftsChange, type StoredDraft, writeDraft } from "./drafts";
import { type Answer, request, requestAll } from "./request";
import { keeping, ownKey, readStored, writeStored } from "./storage";

// Why: docs/decisions/drafts.md

const PAUSE_MS = 1_500;

/**
 * By conversation: which version of the draft the server has, null if none, and when that was written here. `sent` is a
 * version that was sent without an answer so far: the page may be left before it comes.
 */
type SyncedVersions = Record<string, { rev: string | null; at: number | null; sent?: Pick<DraftDto, "at" | "text"> }>;

const synced = {
  read: () => (readStored(ownKey("synced-drafts")) ?? {}) as SyncedVersions,
  set: (id: string, version: SyncedVersions[string] | null) => {
    const { [id]: _, ...others } = synced.read();
    writeStored(ownKey("synced-drafts"), version ? { ...others, [id]: version } : others);
  },
};

const localKey = (id: string) => `${ownKey("draft")}.${id}`;

/** Keeps this device's drafts and those on the server the same until the returned function is called. */
export function syncDrafts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void upload(), PAUSE_MS);
  };
  const now = () => void upload();
  const stopListening = onDraftsChange(later);
  const stopLoading = keepData<DraftDto[]>(paths.api.drafts, { current: true, load });
  window.addEventListener("pagehide", now);
  return () => {
    clearTimeout(timer);
    stopListening();
    stopLoading();
    window.removeEventListener("pagehide", now);
  };
}

async function load(address: string, signal: AbortSignal): Promise<Answer<DraftDto[]>> {
  const before = synced.read();
  const answer = await requestAll<DraftDto>(address, { signal });
  if (answer.ok && !signal.aborted) {
    takeOver(answer.data, before);
    void upload();
  }
  return answer;
}

/** Takes what changed elsewhere. Drafts that were changed here too are left to `upload`. */
function takeOver(drafts: readonly DraftDto[], before: SyncedVersions): void {
  for (const draft of drafts) recognize(draft);
  const local = allDrafts();
  const known = synced.read();
  for (const draft of drafts) {
    const { conversationId: id, rev } = draft;
    if (known[id]?.rev !== rev && !isChanged(local.get(id), known[id])) keep(draft);
  }
  for (const [id, version] of Object.entries(known)) {
    // A version that was saved during the request may be missing in its answer.
    if (before[id]?.rev !== version.rev || drafts.some(({ conversationId }) => conversationId === id)) continue;
    const isOlder = !isChanged(local.get(id), version);
    synced.set(id, null);
    if (isOlder) writeDraft(localKey(id), null);
  }
}

/** Notes that the server has the version that was sent from here. Returns whether it's that one. */
function recognize({ conversationId: id, rev, at, text }: DraftDto): boolean {
  const sent = synced.read()[id]?.sent;
  const isOurs = sent?.at === at && sent.text === text;
  if (isOurs) synced.set(id, { rev, at });
  return isOurs;
}

function isChanged(local: StoredDraft | undefined, version: SyncedVersions[string] | undefined): boolean {
  // An old draft has no time. It was never sent, so it's a change in any case.
  return local === undefined ? version !== undefined : version === undefined || local.at !== version.at;
}

/** Stores the server's version here. */
function keep({ conversationId: id, rev, ...draft }: DraftDto): void {
  store(id, draft, { rev, at: draft.at });
}

/** Stores a draft that has everything of the server's version. */
function store(id: string, draft: StoredDraft, version: SyncedVersions[string]): void {
  writeDraft(localKey(id), draft);
  // If the storage is full, it isn't there, and the next upload mustn't delete or replace the server's version.
  const { text, at } = allDrafts().get(id) ?? {};
  if (text === draft.text && at === draft.at) synced.set(id, version);
}

let uploading = false;
let again = false;

/** Sends what changed here. What can't be sent now is sent after the next change or reconnection. */
async function upload(): Promise<void> {
  again = uploading;
  if (uploading || keeping.over) return;
  uploading = true;
  const local = allDrafts();
  const known = synced.read();
  for (const id of new Set([...local.keys(), ...Object.keys(known)])) {
    if (isChanged(local.get(id), known[id])) await uploadOne(id, local.get(id), known[id]?.rev ?? null);
  }
  uploading = false;
  if (again) await upload();
}

async function uploadOne(id: string, local: StoredDraft | undefined, base: string | null): Promise<void> {
  const { text = "", marks = {}, at = 0, channelId = id, inChannel } = local ?? {};
  // An old draft doesn't know its channel. It's sent once it's changed.
  if (text.length > LONGEST_SYNCED || (local && local.at === undefined)) return;
  const body = { channelId, text, marks, inChannel, base, at };
  if (local) synced.set(id, { rev: base, at: synced.read()[id]?.at ?? null, sent: { at, text } });
  const answer = await request<DraftSaveResult>(paths.api.draft(id), { method: "PUT", body });
  if (!answer.ok || keeping.over) return;
  if (answer.data.saved) {
    const { rev } = answer.data;
    synced.set(id, rev === null ? null : { rev, at });
  } else if (answer.data.now && recognize(answer.data.now)) again = true;
  else if (answer.data.now) settle(answer.data.now, allDrafts().get(id));
  else synced.set(id, null);
}

/** Settles a draft that was changed here and elsewhere. No text is lost: if neither contains the other, both stay. */
function settle(theirs: DraftDto, ours: StoredDraft | undefined): void {
  const { conversationId: id, rev, at } = theirs;
  const text = joined(theirs.text, ours?.text ?? "");
  if (text === theirs.text) {
    keep(theirs);
    return;
  }
  // A time of its own marks it as changed, so it's uploaded next.
  const changedAt = Math.max(Date.now(), at + 1);
  const marks = { ...theirs.marks, ...ours?.marks };
  store(id, { ...ours, text, marks, at: changedAt, channelId: theirs.channelId }, { rev, at });
}
