import type { PendingMessage } from "@/components/composer/pending";
import { send } from "@/components/conversation/run/send";
import { keepUnsent, type Place, placeKey, takers, unsent } from "@/components/conversation/run/unsent";

/** Gives back what an earlier page still had to send in a channel or thread: where that is open, it is shown and sent. Nothing is given twice. */
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
    // An open channel or thread sends by itself; what was refused waits for its author to decide.
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
