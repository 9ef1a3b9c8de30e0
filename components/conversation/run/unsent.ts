import type { PendingMessage } from "@/components/composer/pending";
import { emitter } from "@/lib/browser/store";
import { send } from "./send";

/** Where messages wait: in a channel, or in the thread of one of its messages. */
export type Place = { channelId: string; threadId: string | null };

/** What waits, by place. It lasts as long as the page does; `unsentChanged` tells whoever makes it last longer. */
export const unsent = new Map<string, { place: Place; pending: PendingMessage[] }>();
export const unsentChanged = emitter<Place>();

/** By place, how the open one takes a message that is to be shown and sent there. */
export const takers = new Map<string, (message: PendingMessage) => void>();

/** The name of a place. */
export function placeKey({ channelId, threadId }: Place): string {
  return `${channelId} ${threadId}`;
}

/** Keeps what is on its way in a place while another one is open. */
export function keepUnsent(place: Place, pending: PendingMessage[]): void {
  const key = placeKey(place);
  if (pending.length > 0) unsent.set(key, { place, pending });
  else if (!unsent.delete(key)) return;
  unsentChanged.emit(place);
}

/**
 * What was on its way when the place was left. What has not failed may have arrived meanwhile, or not: it counts as waiting for
 * a connection, because sending it again with its nonce is safe.
 */
export function takeUnsent(place: Place): PendingMessage[] {
  const error = "Not sent yet. It is sent again when the connection is there.";
  const pending = unsent.get(placeKey(place))?.pending ?? [];
  return pending.map((each) => (each.error === null ? { ...each, error, offline: true } : each));
}

/** Gives a place back what an earlier page had been to send there: an open one shows and sends it. What it has already isn't given twice. */
export function giveBack(place: Place, messages: readonly PendingMessage[]): void {
  const known = unsent.get(placeKey(place))?.pending ?? [];
  const missing = messages.filter(({ nonce }) => known.every((each) => each.nonce !== nonce));
  const take = takers.get(placeKey(place));
  if (take) for (const message of missing) take(message);
  else if (missing.length > 0) keepUnsent(place, [...known, ...missing]);
}

let underWay: Promise<void> | null = null;

/** Sends what waits where nobody looks, each place's messages in their order. What is refused stays, and shows when the place is opened. */
export function sendElsewhere(post: typeof send = send): Promise<void> {
  underWay ??= sendAll(post).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function sendAll(post: typeof send): Promise<void> {
  for (const { place } of [...unsent.values()]) await sendIn(place, post);
}

async function sendIn(place: Place, post: typeof send): Promise<void> {
  const key = placeKey(place);
  const waiting = () => unsent.get(key)?.pending ?? [];
  const tried = new Set<string>();
  for (;;) {
    // An open place sends by itself; what is refused waits for somebody to decide.
    const next = takers.has(key) ? undefined : waiting().find((each) => mayGo(each) && !tried.has(each.nonce));
    if (!next) return;
    tried.add(next.nonce);
    const outcome = await post(place.channelId, { ...next, threadId: place.threadId });
    // It was opened meanwhile, and has its own idea of what becomes of it.
    if (takers.has(key)) return;
    if ("message" in outcome) {
      keepUnsent(
        place,
        waiting().filter(({ nonce }) => nonce !== next.nonce),
      );
      continue;
    }
    const { error, offline } = outcome;
    keepUnsent(
      place,
      waiting().map((each) => (each.nonce === next.nonce ? { ...each, error, offline } : each)),
    );
    if (offline) return;
  }
}

function mayGo({ error, offline }: PendingMessage): boolean {
  return error === null || offline;
}
