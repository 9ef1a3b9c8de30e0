import type { PendingMessage } from "@/components/chat/composer/pending";
import type { MessageDto, MessagePageDto } from "@/lib/messages/dto";
import { type LocalChange, tombstone } from "./local-change";

/** The most messages of a channel that the page holds, however far the reader scrolls. */
export const MOST_LOADED = 300;

/** The messages that must stay loaded: from `first` to `last`, and those between there and each `kept` one. */
export type View = { first: number; last: number; kept: readonly number[] };

/** A gapless, bounded run of messages of a channel or thread in order, and its unsent ones. */
export type Run = {
  /** The root message's id; null for the channel itself. */
  threadId: string | null;
  /** The root message, once loaded; null for the channel itself. */
  root: MessageDto | null;
  messages: MessageDto[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** The run's first and last `seq`, even after those messages are deleted. Infinity and 0 when it is empty. */
  from: number;
  to: number;
  /** The last `seq` it ever contained, including messages dropped since. */
  latest: number;
  pending: PendingMessage[];
  /** Changes not yet confirmed. `messages` are as the server sent them; these are shown on top. */
  changes: LocalChange[];
  /** Ids of deleted messages without a thread, so that an older page can't bring them back. */
  gone: ReadonlySet<string>;
};

/** A page of messages; a thread's page has its root. */
export type RunPage = MessagePageDto & { root?: MessageDto };

export type RunAction =
  | { type: "changes"; messages: MessageDto[] }
  /** Retention has deleted the messages up to `seq`. Roots whose threads go on become tombstones by a change. */
  | { type: "expired"; seq: number }
  | { type: "page"; page: RunPage }
  /** Messages before `before` or after `after`, which were the run's ends when they were requested. */
  | { type: "older"; page: MessagePageDto; before: number }
  | { type: "newer"; page: MessagePageDto; after: number }
  | { type: "bound"; view: View; most: number }
  | { type: "sending"; message: PendingMessage }
  | { type: "failed"; nonce: string; error: string; offline: boolean }
  | { type: "discarded"; nonce: string }
  | { type: "changing"; change: LocalChange }
  | { type: "changed"; change: LocalChange; message: MessageDto | null }
  | { type: "unchanged"; change: LocalChange };

/** Returns a run that starts with a page and the messages that were unsent when the conversation was last left. */
export function startFrom(page: RunPage, unsent: PendingMessage[] = [], threadId: string | null = null): Run {
  const { root = null, messages, hasOlder, hasNewer } = page;
  const from = messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const to = messages.at(-1)?.seq ?? 0;
  const run = { threadId, root, messages, hasOlder, hasNewer, from, to, latest: to, gone: new Set<string>() };
  return settle({ ...run, pending: unsent, changes: [] }, messages);
}

/** Returns the channel's last messages as a page as of `rev`; null if the run doesn't reach the end. */
export function runPage({ messages, hasOlder, hasNewer }: Run, most: number, rev: number): MessagePageDto | null {
  if (hasNewer) return null;
  return { messages: messages.slice(-most), hasOlder: hasOlder || messages.length > most, hasNewer, rev };
}

/** Returns the next run. Changes may arrive twice and out of order; a message is only replaced by a later revision. */
export function runReducer(run: Run, action: RunAction): Run {
  switch (action.type) {
    case "changes":
      return settle(upsert(run, action.messages), action.messages);
    case "expired": {
      const stays = ({ seq, thread }: MessageDto) => Math.max(seq, thread?.lastReplySeq ?? seq) > action.seq;
      const root = run.root && (stays(run.root) ? run.root : tombstone(run.root));
      return { ...run, root, messages: run.messages.filter(stays) };
    }
    case "page":
      return replaced(run, action.page);
    case "older":
      // That end may have been dropped since; the page would leave a gap.
      if (action.before < run.from) return run;
      return upsert({ ...run, hasOlder: action.page.hasOlder }, action.page.messages, "older");
    case "newer":
      if (action.after > run.to) return run;
      return settle(
        upsert({ ...run, hasNewer: action.page.hasNewer }, action.page.messages, "newer"),
        action.page.messages,
      );
    case "bound":
      return boundRun(run, action.view, action.most);
    case "sending":
      return { ...run, pending: [...without(run.pending, action.message.nonce), action.message] };
    case "failed":
      return {
        ...run,
        pending: run.pending.map((each) =>
          each.nonce === action.nonce ? { ...each, error: action.error, offline: action.offline } : each,
        ),
      };
    case "discarded":
      return { ...run, pending: without(run.pending, action.nonce) };
    case "changing":
      return { ...run, changes: [...run.changes, action.change] };
    case "changed": {
      const settled = answered(run, action.change);
      return action.message ? upsert(settled, [action.message]) : withoutMessage(settled, action.change.messageId);
    }
    case "unchanged":
      return answered(run, action.change);
  }
}

function answered(run: Run, { key }: LocalChange): Run {
  return { ...run, changes: run.changes.filter((each) => each.key !== key) };
}

function replaced(run: Run, page: RunPage): Run {
  const start = startFrom(page, run.pending, run.threadId);
  const root = start.root && run.root ? later(run.root, [start.root]) : (start.root ?? run.root);
  return { ...start, root, changes: run.changes, latest: Math.max(run.latest, start.latest) };
}

/** A deleted message with a thread leaves a tombstone that keeps its replies reachable. */
function withoutMessage(run: Run, id: string): Run {
  // The event stream brings the delete's revision.
  if (id === run.root?.id) return { ...run, root: { ...tombstone(run.root), rev: run.root.rev + 0.5 } };
  const known = run.messages.find((message) => message.id === id);
  if (known?.thread) {
    return { ...run, messages: run.messages.map((message) => (message === known ? tombstone(message) : message)) };
  }
  const messages = run.messages.filter((message) => message.id !== id);
  return { ...run, messages, gone: new Set([...run.gone, id]) };
}

/** Returns the latest revision of the message. */
function later(message: MessageDto, others: readonly MessageDto[]): MessageDto {
  return others.reduce((latest, each) => (each.id === latest.id && each.rev > latest.rev ? each : latest), message);
}

/** Returns whether the message is deleted and has no thread. */
export function isGone({ deleted, thread }: MessageDto): boolean {
  return deleted && thread === null;
}

/** Adds messages that belong to the loaded run, or, for a page, that continue it on that side. */
function upsert(run: Run, incoming: readonly MessageDto[], side?: "older" | "newer"): Run {
  let { from, to, latest } = run;
  const byId = new Map(run.messages.map((message) => [message.id, message]));
  const leaving = incoming.filter(isGone).map((message) => message.id);
  const gone = leaving.length > 0 ? new Set([...run.gone, ...leaving]) : run.gone;
  for (const message of incoming) {
    // Most replies belong to their thread only.
    if (message.threadId !== run.threadId && (run.threadId !== null || !message.inChannel)) continue;
    const known = byId.get(message.id);
    const continues =
      (message.seq > run.from && message.seq < run.to) ||
      (message.seq > run.to && (side === "newer" || !run.hasNewer)) ||
      (message.seq < run.from && (side === "older" || !run.hasOlder));
    if (!known && !continues) continue;
    if (!known || message.rev > known.rev) byId.set(message.id, message);
    from = Math.min(from, message.seq);
    to = Math.max(to, message.seq);
    latest = Math.max(latest, to);
  }
  const messages = [...byId.values()].filter((message) => !gone.has(message.id)).sort((a, b) => a.seq - b.seq);
  const root = run.root && later(run.root, incoming);
  return { ...run, root, messages, gone, from, to, latest };
}

function settle(run: Run, arrived: readonly MessageDto[]): Run {
  const nonces = new Set(arrived.map((message) => message.nonce));
  const pending = run.pending.filter((each) => !nonces.has(each.nonce));
  return pending.length === run.pending.length ? run : { ...run, pending };
}

function without(pending: readonly PendingMessage[], nonce: string): PendingMessage[] {
  return pending.filter((each) => each.nonce !== nonce);
}

/** Drops the messages farthest from the reader until at most `most` are left. The run stays gapless. */
export function boundRun(run: Run, { first, last, kept }: View, most = MOST_LOADED): Run {
  const { messages } = run;
  const excess = messages.length - most;
  if (excess <= 0) return run;
  const from = Math.min(first, ...kept);
  const to = Math.max(last, ...kept);
  const spareBefore = Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= from),
  );
  const spareAfter = messages.length - 1 - messages.findLastIndex(({ seq }) => seq <= to);
  if (spareBefore + spareAfter >= messages.length) return run;
  const older = spareBefore > spareAfter;
  const fromFar = Math.min(excess, older ? spareBefore : spareAfter);
  const fromNear = Math.min(excess - fromFar, older ? spareAfter : spareBefore);
  return older ? drop(run, fromFar, fromNear) : drop(run, fromNear, fromFar);
}

function drop(run: Run, oldest: number, newest: number): Run {
  if (oldest + newest === 0) return run;
  const messages = run.messages.slice(oldest, run.messages.length - newest);
  return {
    ...run,
    messages,
    ...(oldest > 0 && { hasOlder: true, from: messages[0]?.seq ?? run.from }),
    ...(newest > 0 && { hasNewer: true, to: messages.at(-1)?.seq ?? run.to }),
  };
}
