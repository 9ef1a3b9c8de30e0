import { publish, subscribe } from "@/lib/events/hub";
import { processWide } from "@/lib/process/process-wide";

// Why: docs/decisions/storms.md

// Of a webhook that has posted less here in the last minute, posts take the fast way.
const FEW = 2;
const MINUTE_MS = 60_000;
// Longer than the quiet minute that ends a storm, because hints aren't sent for each post.
const KNOWN_MS = 90_000;
const HINT_EVERY_MS = 20_000;
const MOST_KNOWN = 10_000;

type Busy = { /** When it posted here, the latest `FEW`. */ times: number[]; busyUntil: number; hintedAt: number };

const known = processWide("busy-webhooks", () => {
  const webhooks = new Map<bigint, Busy>();
  subscribe((hint) => {
    if (hint.kind === "storm") busyOf(webhooks, hint.webhookId).busyUntil = Date.now() + KNOWN_MS;
  });
  // What other processes have said before isn't known.
  return { webhooks, since: Date.now() };
});

/**
 * Notes that a webhook posts, and returns whether it may be in a storm: it isn't one of the many that post now and then.
 */
export function mayStorm(webhookId: bigint): boolean {
  const now = Date.now();
  const busy = busyOf(known.webhooks, webhookId);
  const [first = 0] = busy.times;
  const isBusy = busy.times.length === FEW && now - first < MINUTE_MS;
  busy.times = [...busy.times, now].slice(-FEW);
  return isBusy || busy.busyUntil > now || now - known.since < KNOWN_MS;
}

/** Lets all processes know that a webhook is in a storm, or near one. Call it after the commit. */
export function noteBusy(webhookId: bigint): void {
  const busy = busyOf(known.webhooks, webhookId);
  const now = Date.now();
  busy.busyUntil = now + KNOWN_MS;
  if (now - busy.hintedAt < HINT_EVERY_MS) return;
  busy.hintedAt = now;
  publish({ kind: "storm", webhookId });
}

/** Returns what is known of a webhook, as the latest in the map. */
function busyOf(webhooks: Map<bigint, Busy>, webhookId: bigint): Busy {
  const busy = webhooks.get(webhookId) ?? { times: [], busyUntil: 0, hintedAt: 0 };
  webhooks.delete(webhookId);
  webhooks.set(webhookId, busy);
  if (webhooks.size > MOST_KNOWN) {
    const [oldest] = webhooks.keys();
    if (oldest !== undefined) webhooks.delete(oldest);
  }
  return busy;
}
