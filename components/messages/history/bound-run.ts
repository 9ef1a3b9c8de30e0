import type { ChannelState } from "../channel-store";

/** So many messages of a channel are on the page at most, however far somebody scrolls or however much arrives. */
export const MOST_HELD = 300;

/** What must stay: all from the place `first` to the place `last`, and what lies between there and the places `kept`. */
export type View = { first: number; last: number; kept: readonly number[] };

/** The run without what is farthest from the reader, as far as it holds more than `most`. It stays gapless. */
export function boundRun(state: ChannelState, { first, last, kept }: View, most = MOST_HELD): ChannelState {
  const { messages } = state;
  const excess = messages.length - most;
  if (excess <= 0) return state;
  const from = Math.min(first, ...kept);
  const to = Math.max(last, ...kept);
  const spareBefore = Math.max(
    0,
    messages.findIndex(({ seq }) => seq >= from),
  );
  const spareAfter = messages.length - 1 - messages.findLastIndex(({ seq }) => seq <= to);
  if (spareBefore + spareAfter >= messages.length) return state;
  const older = spareBefore > spareAfter;
  const fromFar = Math.min(excess, older ? spareBefore : spareAfter);
  const fromNear = Math.min(excess - fromFar, older ? spareAfter : spareBefore);
  return older ? drop(state, fromFar, fromNear) : drop(state, fromNear, fromFar);
}

function drop(state: ChannelState, oldest: number, newest: number): ChannelState {
  if (oldest + newest === 0) return state;
  const messages = state.messages.slice(oldest, state.messages.length - newest);
  return {
    ...state,
    messages,
    ...(oldest > 0 && { hasOlder: true, from: messages[0]?.seq ?? state.from }),
    ...(newest > 0 && { hasNewer: true, to: messages.at(-1)?.seq ?? state.to }),
  };
}
