import { isDatabaseUnavailable } from "@/lib/db/failures";
import { publish } from "@/lib/events/hub";
import type { CommittedRow, MessageDraft } from "@/lib/messages/draft";
import { commitDrafts } from "@/lib/messages/post/commit-drafts";
import { processWide } from "@/lib/process/process-wide";
import { keepTrace } from "@/lib/process/tracing";

// Why: docs/decisions/one-statement-posts.md

type WaitingDraft = {
  draft: MessageDraft;
  /** Runs work in the trace of this draft's request. */
  inTrace: <T>(work: () => T) => T;
  resolve: (row: CommittedRow) => void;
  reject: (error: unknown) => void;
};

/** Drafts that are committed together. If they're kept from others, they're all of the webhook `apart`. */
type Group = { drafts: WaitingDraft[]; apart: bigint | null; channelIds: ReadonlySet<bigint>; since: number };

// Each has a connection of its own (lib/db/client.ts).
const MOST_GROUPS = 2;
const LARGEST_GROUP = 256;

// Longer than a statement takes that doesn't wait for a lock.
const PATIENCE_MS = 20;

const state = processWide("group-commit", () => ({
  waiting: [] as WaitingDraft[],
  committing: new Set<Group>(),
  isWoken: false,
  isTimed: false,
}));

/**
 * Commits the draft together with others that wait in this process. Rejects if it isn't stored. Drafts wait while others are
 * being stored, because many cost little more than one. Those of other channels go ahead if that takes long.
 */
export function commitInGroup(draft: MessageDraft): Promise<CommittedRow> {
  return new Promise((resolve, reject) => {
    state.waiting.push({ draft, inTrace: keepTrace(), resolve, reject });
    // The end of its channel's group begins the next one.
    if (isHeld(draft.channelId)) return;
    if (apartOf(draft) === null && isSoonDone()) lookLater();
    else lookSoon();
  });
}

/** Returns whether drafts of the channel are being committed. Two statements for one channel would wait for each other's lock. */
function isHeld(channelId: bigint): boolean {
  for (const { channelIds } of state.committing) if (channelIds.has(channelId)) return true;
  return false;
}

/** Returns whether drafts that aren't kept apart were just begun to be committed, so that others wait for the next group. */
function isSoonDone(): boolean {
  for (const { apart, since } of state.committing) {
    if (apart === null && performance.now() - since < PATIENCE_MS) return true;
  }
  return false;
}

function lookSoon(): void {
  if (state.isWoken) return;
  state.isWoken = true;
  // Posts from the same turn of the event loop join the group.
  setImmediate(() => {
    state.isWoken = false;
    beginGroups();
  });
}

function lookLater(): void {
  if (state.isTimed) return;
  state.isTimed = true;
  setTimeout(() => {
    state.isTimed = false;
    beginGroups();
  }, PATIENCE_MS);
}

function beginGroups(): void {
  for (let group = takeGroup(); group !== null; group = takeGroup()) void commitGroup(group);
  if (state.waiting.length > 0) lookLater();
}

/** Takes the next drafts that needn't wait for those being committed. */
function takeGroup(): Group | null {
  if (state.waiting.length === 0 || state.committing.size === MOST_GROUPS) return null;
  const mustWait = isSoonDone();
  const drafts: WaitingDraft[] = [];
  const left: WaitingDraft[] = [];
  let apart: bigint | null = null;
  for (const waiting of state.waiting) {
    const own = apartOf(waiting.draft);
    const isNext = drafts.length === 0 ? own !== null || !mustWait : own === apart && drafts.length < LARGEST_GROUP;
    if (isNext && !isHeld(waiting.draft.channelId)) {
      apart = own;
      drafts.push(waiting);
    } else left.push(waiting);
  }
  if (drafts.length === 0) return null;
  state.waiting = left;
  const channelIds = new Set(drafts.map(({ draft }) => draft.channelId));
  return { drafts, apart, channelIds, since: performance.now() };
}

/** A webhook's drafts with keys, and those that a storm may gather, are committed in a way that would delay others. */
function apartOf(draft: MessageDraft): bigint | null {
  const isApart = draft.kind === "webhook" && (draft.likeness != null || draft.updateKey != null);
  return isApart ? draft.webhookId : null;
}

async function commitGroup(group: Group): Promise<void> {
  state.committing.add(group);
  await commit(group.drafts);
  state.committing.delete(group);
  beginGroups();
}

async function commit(batch: readonly WaitingDraft[]): Promise<void> {
  let rows: CommittedRow[];
  try {
    const drafts = batch.map((waiting) => waiting.draft);
    // Of the requests that share a statement, the first one's trace has it.
    rows = await (batch[0]?.inTrace ?? keepTrace())(() => commitDrafts(drafts));
  } catch (error) {
    // The whole statement was rolled back. Retrying one by one keeps a draft that the database refuses from failing the
    // others.
    if (batch.length > 1 && !isDatabaseUnavailable(error)) for (const waiting of batch) await commit([waiting]);
    else for (const waiting of batch) waiting.reject(error);
    return;
  }
  tellReaders(rows);
  for (const [index, waiting] of batch.entries()) {
    const row = rows[index];
    if (row) waiting.resolve(row);
    else waiting.reject(new Error("The statement returned fewer rows than drafts."));
  }
}

/** Tells readers what was committed together: once per channel, because each hint goes to all streams and other processes. */
export function tellReaders(rows: readonly CommittedRow[]): void {
  const reached = new Map<bigint, { rev: number; msgSeq: number }>();
  for (const { id, channel_id: channelId, rev, seq } of rows) {
    // An update that changes nothing has no revision.
    if (id === null || channelId === null || rev === null) continue;
    const { rev: before = 0, msgSeq = 0 } = reached.get(channelId) ?? {};
    reached.set(channelId, { rev: Math.max(before, Number(rev)), msgSeq: Math.max(msgSeq, Number(seq)) });
  }
  for (const [channelId, latest] of reached) publish({ kind: "channel", channelId, ...latest });
}
