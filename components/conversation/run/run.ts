import type { PendingMessage } from "@/components/composer/pending";
import type { MessageDto, MessagePageDto } from "@/lib/messages/dto";
import { type LocalChange, tombstone } from "./local-change";

/** So many messages of a channel are on the page at most, however far somebody scrolls or however much arrives. */
export const MOST_LOADED = 300;

/** What must stay: all messages from the `seq` `first` to `last`, and those between there and each of `kept`. */
export type View = { first: number; last: number; kept: readonly number[] };

/** What the browser holds of a channel, or of a thread: a gapless, bounded run of messages in order, and what is on its way. */
export type Run = {
  /** The message whose replies these are; null for the channel's own flow. */
  threadId: string | null;
  /** That message, once its thread has been read; null for the channel's own flow. */
  root: MessageDto | null;
  messages: MessageDto[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** The run's first and last `seq`: they stay when the messages there are deleted. Infinity and 0 when it holds nothing. */
  from: number;
  to: number;
  /** The last `seq` that it ever had: what is dropped at the end has been here all the same. */
  latest: number;
  pending: PendingMessage[];
  /** What was done to messages and isn't answered yet. `messages` are always as the server said: this is shown on top of them. */
  changes: LocalChange[];
  /** Ids of messages that are deleted and have no thread, so that a page read before the delete doesn't bring one back. */
  gone: ReadonlySet<string>;
};

/** A page of messages; that of a thread has its root. */
export type RunPage = MessagePageDto & { root?: MessageDto };

export type RunAction =
  | { type: "changes"; messages: MessageDto[] }
  | { type: "page"; page: RunPage }
  /** What stands before `before`, or after `after`, which was the run's end when it was asked for. */
  | { type: "older"; page: MessagePageDto; before: number }
  | { type: "newer"; page: MessagePageDto; after: number }
  | { type: "bound"; view: View; most: number }
  | { type: "sending"; message: PendingMessage }
  | { type: "failed"; nonce: string; error: string; offline: boolean }
  | { type: "discarded"; nonce: string }
  | { type: "changing"; change: LocalChange }
  | { type: "changed"; change: LocalChange; message: MessageDto | null }
  | { type: "unchanged"; change: LocalChange };

/** The run as its page was read, with what was being sent when it was last left. */
export function startFrom(page: RunPage, unsent: PendingMessage[] = [], threadId: string | null = null): Run {
  const { root = null, messages, hasOlder, hasNewer } = page;
  const from = messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const to = messages.at(-1)?.seq ?? 0;
  const run = { threadId, root, messages, hasOlder, hasNewer, from, to, latest: to, gone: new Set<string>() };
  return settle({ ...run, pending: unsent, changes: [] }, messages);
}

/** The channel's last messages, as a page that was read as of `rev`; null where the run doesn't reach the end. */
export function runPage({ messages, hasOlder, hasNewer }: Run, most: number, rev: number): MessagePageDto | null {
  if (hasNewer) return null;
  return { messages: messages.slice(-most), hasOlder: hasOlder || messages.length > most, hasNewer, rev };
}

/** The next run. Changes may come twice and out of order: a message only ever gives way to a later revision of itself. */
export function runReducer(run: Run, action: RunAction): Run {
  switch (action.type) {
    case "changes":
      return settle(upsert(run, action.messages), action.messages);
    case "page":
      return replaced(run, action.page);
    case "older":
      // That end may have been dropped meanwhile: then the page would tear a gap.
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

/** A message with a thread leaves a tombstone, for which its replies stay reachable. */
function withoutMessage(run: Run, id: string): Run {
  // The revision of the delete comes over the event stream.
  if (id === run.root?.id) return { ...run, root: { ...tombstone(run.root), rev: run.root.rev + 0.5 } };
  const known = run.messages.find((message) => message.id === id);
  if (known?.thread) {
    return { ...run, messages: run.messages.map((message) => (message === known ? tombstone(message) : message)) };
  }
  const messages = run.messages.filter((message) => message.id !== id);
  return { ...run, messages, gone: new Set([...run.gone, id]) };
}

/** The message, or the latest revision of it among the others. */
function later(message: MessageDto, others: readonly MessageDto[]): MessageDto {
  return others.reduce((latest, each) => (each.id === latest.id && each.rev > latest.rev ? each : latest), message);
}

/** Whether the message is deleted and no thread keeps a place for it. */
export function isGone({ deleted, thread }: MessageDto): boolean {
  return deleted && thread === null;
}

/** Takes in what belongs to the loaded run, or, for a page, what continues it on that side. */
function upsert(run: Run, incoming: readonly MessageDto[], side?: "older" | "newer"): Run {
  let { from, to, latest } = run;
  const byId = new Map(run.messages.map((message) => [message.id, message]));
  const leaving = incoming.filter(isGone).map((message) => message.id);
  const gone = leaving.length > 0 ? new Set([...run.gone, ...leaving]) : run.gone;
  for (const message of incoming) {
    // Replies stand in their threads, and nothing else does.
    if (message.threadId !== run.threadId) continue;
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

/** The run without what is farthest from the reader, as far as it holds more than `most`. It stays gapless. */
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
