import type { MessageDto, MessagePageDto } from "@/lib/messages/dto";
import { type LocalChange, tombstone } from "./actions/local-change";
import { boundRun, type View } from "./history/bound-run";
import type { LocalFile } from "./upload/local-file";

/** A message that this browser is sending: shown at once, replaced by the real one with the same nonce. */
export type PendingMessage = {
  nonce: string;
  content: string;
  files: readonly LocalFile[];
  createdAt: string;
  /** Why it wasn't sent; null while it is on its way. */
  error: string | null;
  /** It wasn't sent for want of a connection, so it is tried again when there is one. */
  offline: boolean;
};

/** What the browser holds of one channel, or of one thread: a gapless, bounded run of messages in order, and what is on its way. */
export type ChannelState = {
  /** The message whose replies these are; null for the channel's own flow. */
  threadId: string | null;
  messages: MessageDto[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** The run's first and last `seq`: they stay when the messages there are deleted. Infinity and 0 when it holds nothing. */
  from: number;
  to: number;
  /** The last `seq` that it ever held: what is dropped at the end has been here all the same. */
  latest: number;
  pending: PendingMessage[];
  /** What was done to messages and isn't answered yet. `messages` are always as the server said: this is shown on top of them. */
  changes: LocalChange[];
  /** Ids of messages that are deleted and have no thread, so that a page read before the delete doesn't bring one back. */
  gone: ReadonlySet<string>;
};

export type ChannelAction =
  | { type: "changes"; messages: MessageDto[] }
  | { type: "page"; page: MessagePageDto }
  /** What stands before `before`, or after `after`, which was the run's end when it was asked for. */
  | { type: "older"; page: MessagePageDto; before: number }
  | { type: "newer"; page: MessagePageDto; after: number }
  | { type: "bound"; view: View }
  | { type: "sending"; message: PendingMessage }
  | { type: "failed"; nonce: string; error: string; offline: boolean }
  | { type: "discarded"; nonce: string }
  | { type: "changing"; change: LocalChange }
  | { type: "changed"; change: LocalChange; message: MessageDto | null }
  | { type: "unchanged"; change: LocalChange };

/** The state of a channel or thread as its page was read, with what was being sent when it was last left. */
export function startFrom(
  page: MessagePageDto,
  unsent: PendingMessage[] = [],
  threadId: string | null = null,
): ChannelState {
  const { messages, hasOlder, hasNewer } = page;
  const from = messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const to = messages.at(-1)?.seq ?? 0;
  const state = { threadId, messages, hasOlder, hasNewer, from, to, latest: to, gone: new Set<string>() };
  return settle({ ...state, pending: unsent, changes: [] }, messages);
}

/** The next state. Changes may come twice and out of order: a message only ever gives way to a later revision of itself. */
export function channelReducer(state: ChannelState, action: ChannelAction): ChannelState {
  switch (action.type) {
    case "changes":
      return settle(upsert(state, action.messages), action.messages);
    case "page":
      return replaced(state, action.page);
    case "older":
      // That end may have been dropped meanwhile: then the page would tear a gap.
      if (action.before < state.from) return state;
      return upsert({ ...state, hasOlder: action.page.hasOlder }, action.page.messages, "older");
    case "newer":
      if (action.after > state.to) return state;
      return settle(
        upsert({ ...state, hasNewer: action.page.hasNewer }, action.page.messages, "newer"),
        action.page.messages,
      );
    case "bound":
      return boundRun(state, action.view);
    case "sending":
      return { ...state, pending: [...without(state.pending, action.message.nonce), action.message] };
    case "failed":
      return {
        ...state,
        pending: state.pending.map((each) =>
          each.nonce === action.nonce ? { ...each, error: action.error, offline: action.offline } : each,
        ),
      };
    case "discarded":
      return { ...state, pending: without(state.pending, action.nonce) };
    case "changing":
      return { ...state, changes: [...state.changes, action.change] };
    case "changed": {
      const settled = answered(state, action.change);
      return action.message ? upsert(settled, [action.message]) : withoutMessage(settled, action.change.messageId);
    }
    case "unchanged":
      return answered(state, action.change);
  }
}

function answered(state: ChannelState, { key }: LocalChange): ChannelState {
  return { ...state, changes: state.changes.filter((each) => each.key !== key) };
}

function replaced(state: ChannelState, page: MessagePageDto): ChannelState {
  const start = startFrom(page, state.pending, state.threadId);
  return { ...start, changes: state.changes, latest: Math.max(state.latest, start.latest) };
}

/** A message with a thread leaves a tombstone, for which its replies stay reachable. */
function withoutMessage(state: ChannelState, id: string): ChannelState {
  const known = state.messages.find((message) => message.id === id);
  if (known?.thread) {
    return { ...state, messages: state.messages.map((message) => (message === known ? tombstone(message) : message)) };
  }
  const messages = state.messages.filter((message) => message.id !== id);
  return { ...state, messages, gone: new Set([...state.gone, id]) };
}

function isGone({ deleted, thread }: MessageDto): boolean {
  return deleted && thread === null;
}

/** Takes in what belongs to the run that is held, or, for a page, what continues it on that side. */
function upsert(state: ChannelState, incoming: readonly MessageDto[], side?: "older" | "newer"): ChannelState {
  let { from, to, latest } = state;
  const byId = new Map(state.messages.map((message) => [message.id, message]));
  const leaving = incoming.filter(isGone).map((message) => message.id);
  const gone = leaving.length > 0 ? new Set([...state.gone, ...leaving]) : state.gone;
  for (const message of incoming) {
    // Replies stand in their threads, and nothing else does.
    if (message.threadId !== state.threadId) continue;
    const known = byId.get(message.id);
    const continues =
      (message.seq > state.from && message.seq < state.to) ||
      (message.seq > state.to && (side === "newer" || !state.hasNewer)) ||
      (message.seq < state.from && (side === "older" || !state.hasOlder));
    if (!known && !continues) continue;
    if (!known || message.rev > known.rev) byId.set(message.id, message);
    from = Math.min(from, message.seq);
    to = Math.max(to, message.seq);
    latest = Math.max(latest, to);
  }
  const messages = [...byId.values()].filter((message) => !gone.has(message.id)).sort((a, b) => a.seq - b.seq);
  return { ...state, messages, gone, from, to, latest };
}

function settle(state: ChannelState, arrived: readonly MessageDto[]): ChannelState {
  const nonces = new Set(arrived.map((message) => message.nonce));
  const pending = state.pending.filter((each) => !nonces.has(each.nonce));
  return pending.length === state.pending.length ? state : { ...state, pending };
}

function without(pending: readonly PendingMessage[], nonce: string): PendingMessage[] {
  return pending.filter((each) => each.nonce !== nonce);
}
