import type { MessageDto, ThreadPageDto } from "@/lib/messages/dto";
import { tombstone } from "../actions/local-change";
import {
  type ChannelAction,
  type ChannelState,
  channelReducer,
  type PendingMessage,
  startFrom,
} from "../channel-store";

/** A thread as this browser holds it: the message that it is about, and a run of the replies. */
export type ThreadState =
  | { status: "loading" }
  /** It couldn't be read; trying again may help. */
  | { status: "failed" }
  /** There is no such thread, or not any more. */
  | { status: "gone" }
  | {
      status: "ready";
      root: MessageDto;
      run: ChannelState;
      following: boolean;
      /** How far one had read when it was opened. */
      lastReadSeq: number;
    };

export type ThreadAction =
  | { type: "loading" }
  | { type: "loaded"; page: ThreadPageDto; unsent: PendingMessage[] }
  | { type: "failed" }
  | { type: "gone" }
  | { type: "following"; following: boolean }
  /** What has changed in the channel. */
  | { type: "told"; messages: MessageDto[] }
  /** What one does here: its `changes` are one's own reply, as the server took it. */
  | { type: "run"; action: ChannelAction };

/** The next state of a thread. Changes may come twice and out of order: a message only gives way to a later revision of itself. */
export function threadReducer(state: ThreadState, action: ThreadAction): ThreadState {
  if (action.type === "loading") return state.status === "ready" ? state : { status: "loading" };
  if (action.type === "gone") return { status: "gone" };
  // What is there is better than nothing.
  if (action.type === "failed") return state.status === "ready" ? state : { status: "failed" };
  if (action.type === "loaded") return load(state, action.page, action.unsent);
  if (state.status !== "ready") return state;
  if (action.type === "following") return { ...state, following: action.following };
  if (action.type === "told") {
    const run = channelReducer(state.run, { type: "changes", messages: action.messages });
    return withRoot({ ...state, run }, action.messages);
  }
  const run = channelReducer(state.run, action.action);
  // Who has replied follows the thread.
  const following = state.following || action.action.type === "changes";
  return withRoot({ ...state, run, following }, answeredBy(action.action, state.root));
}

type Ready = Extract<ThreadState, { status: "ready" }>;

function load(state: ThreadState, { root, following, lastReadSeq, ...page }: ThreadPageDto, unsent: PendingMessage[]) {
  if (state.status !== "ready") {
    return { status: "ready", root, run: startFrom(page, unsent, root.id), following, lastReadSeq } as const;
  }
  const run = channelReducer(state.run, { type: "page", page });
  return withRoot({ ...state, run, following }, [root]);
}

function withRoot(state: Ready, messages: readonly MessageDto[]): ThreadState {
  const root = messages.reduce(
    (latest, each) => (each.id === latest.id && each.rev > latest.rev ? each : latest),
    state.root,
  );
  if (root === state.root) return state;
  return root.deleted && root.thread === null ? { status: "gone" } : { ...state, root };
}

/** The root as the server answered a change of it; a delete is answered with nothing. */
function answeredBy(action: ChannelAction, root: MessageDto): MessageDto[] {
  if (action.type !== "changed" || action.change.messageId !== root.id) return [];
  // The revision of the delete comes over the event stream.
  return [action.message ?? { ...tombstone(root), rev: root.rev + 0.5 }];
}
