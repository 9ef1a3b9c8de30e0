import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import { pushKeys } from "@/lib/attention/push/keys";
import {
  type ClaimedPush,
  claimPushes,
  dropSubscription,
  forgetPushes,
  HOLD_MS,
  isSomethingDue,
  LEASE_SECONDS,
  OLDEST_HOURS,
  putOff,
  queuePushes,
} from "@/lib/attention/push/queue";
import { type PushOutcome, sendPush, toPayload } from "@/lib/attention/push/send-push";
import { openSealed } from "@/lib/attention/push/subscriptions";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import type { HintJob } from "@/lib/events/keep-up";
import { messageSelect, toDtos } from "@/lib/messages/read/to-dto";
import type { Network } from "@/lib/network/fetch-remote";
import type { SessionUser } from "@/lib/people/find-session-user";
import { settingsOf, USUAL } from "@/lib/people/notifications/settings";
import { isSilenced } from "@/lib/people/notifications/silence";
import { takeTurn } from "@/lib/process/in-turn";
import { countAct, sharedLimiter } from "@/lib/process/limits";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";

// A push service that doesn't respond must only delay its own users' pushes. A push takes ten seconds at most, so
// those that start within `patience` are done before the lease ends and others may take them.
const TURNS = { atOnce: 16, each: 4, waiting: 5_000, patience: (LEASE_SECONDS - 30) * 1_000 };
const MOST_ATTEMPTS = 6;
const FIRST_WAIT_SECONDS = 15;

/**
 * Sends due pushes until none are left or `goOn` returns false. Messages of a channel or thread are sent to a browser
 * as one push. If a push service doesn't accept a push, it's retried with growing delays. Returns the number of
 * pushes sent.
 */
export async function deliverPushes(goOn: () => boolean = () => true, network?: Network): Promise<number> {
  let sent = 0;
  while (goOn()) {
    const { claimed, more } = await claimPushes();
    if (claimed.length > 0) sent += await deliver(claimed, goOn, network);
    if (!more) break;
  }
  return sent;
}

async function deliver(
  claimed: readonly ClaimedPush[],
  goOn: () => boolean,
  network: Network | undefined,
): Promise<number> {
  const settings = await settingsOf([...new Set(claimed.map(({ userId }) => userId))]);
  const now = new Date();
  const disturbs = ({ userId }: ClaimedPush) => !isSilenced(settings.get(userId) ?? USUAL, now);
  await forgetPushes(claimed.filter((each) => !disturbs(each)));
  // Messages of one channel or thread to one browser are sent as one push.
  const groups = new Map<string, ClaimedPush[]>();
  for (const each of claimed.filter(disturbs)) {
    const key = `${each.subscriptionId}:${each.rootId ?? each.channelId}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const payloadOf = await payloads([...groups.values()]);
  const send = async (group: readonly ClaimedPush[]) => {
    const [first] = group;
    const subscription = first && openSealed(first.sealed);
    const showTexts = (first && settings.get(first.userId)?.showTexts) ?? true;
    const payload = payloadOf(group, showTexts);
    if (!first || !payload) return finish(group, { outcome: "refused", reason: "a deleted message" });
    if (!subscription) return finish(group, { outcome: "gone" });
    const where = { topic: payload.tag, ttl: OLDEST_HOURS * 3_600 };
    const result = await sendPush(subscription, payload, where, network);
    return finish(group, result, new URL(subscription.endpoint).host);
  };
  const results = await Promise.all(
    [...groups.values()].map(async (group) => {
      const end = await takeTurn("push", { ...TURNS, by: `${group[0]?.userId}` });
      if (end === null) return false;
      try {
        return goOn() && (await send(group));
      } finally {
        end();
      }
    }),
  );
  return results.filter((taken) => taken).length;
}

/** Reads the last message of each group. Returns a function that makes a group's payload for its person. */
async function payloads(groups: readonly (readonly ClaimedPush[])[]) {
  const last = groups.flatMap((group) => group.at(-1) ?? []);
  const ids = [...new Set(last.map(({ messageId }) => messageId))];
  const rows = await db().message.findMany({
    where: { id: { in: ids }, deletedAt: null },
    select: {
      ...messageSelect,
      channel: { select: { id: true, name: true, kind: true } },
      threadRoot: { select: { id: true, seq: true } },
    },
  });
  const messages = await toDtos(rows);
  const rowOf = new Map(rows.map((row, index) => [row.id, { row, message: messages[index] }]));
  // A direct message's name depends on the reader.
  const namings = new Map<bigint, Awaited<ReturnType<typeof namesFor>>>();
  for (const userId of new Set(last.map((each) => each.userId))) {
    const channels = last.flatMap((each) =>
      each.userId === userId ? (rowOf.get(each.messageId)?.row.channel ?? []) : [],
    );
    namings.set(userId, await namesFor({ id: userId }, channels));
  }
  return (group: readonly ClaimedPush[], showTexts: boolean) => {
    const end = group.at(-1);
    const { row, message } = (end && rowOf.get(end.messageId)) ?? {};
    const naming = end && namings.get(end.userId);
    if (!row || !message || !naming) return null;
    const channel = { id: `${row.channel.id}`, name: naming(row.channel).name, kind: row.channel.kind };
    return toPayload(
      { message, channel },
      { root: row.inChannel ? null : row.threadRoot, count: group.length, showTexts },
    );
  };
}

/** Schedules a retry, or deletes the pushes from the queue. Returns whether the push service accepted the push. */
async function finish(group: readonly ClaimedPush[], result: PushOutcome, host = ""): Promise<boolean> {
  const [first] = group;
  if (!first) return false;
  if (result.outcome === "gone") await dropSubscription(first.subscriptionId);
  const attempts = Math.max(...group.map((each) => each.attempts));
  if (result.outcome === "later" && attempts < MOST_ATTEMPTS) {
    const seconds = result.seconds ?? FIRST_WAIT_SECONDS * 4 ** (attempts - 1);
    log.debug({ host, reason: result.reason, seconds }, "a push was rejected and will be retried");
    await putOff(first.subscriptionId, seconds);
    return false;
  }
  if (result.outcome === "later" || result.outcome === "refused")
    log.warn({ host, reason: result.reason }, "gave up on a push");
  await forgetPushes(group);
  return result.outcome === "sent";
}

const TEST_LIMIT = { count: 5, seconds: 60 };
const TTL_SECONDS = 60;

/**
 * Sends a test push to the current browser. Throws `not_found` if pushes are off there, `unavailable` if its push
 * service doesn't accept the push, and `rate_limited` after five per minute.
 */
export async function sendTest(user: SessionUser, network?: Network): Promise<void> {
  await countAct(sharedLimiter("push-test", TEST_LIMIT), user.id, "You've sent too many tests.");
  const row = await db().pushSubscription.findFirst({
    where: { userId: user.id, sessionId: user.sessionId },
    orderBy: { createdAt: "desc" },
  });
  if (!row) throw new AppError("not_found", "Push notifications are off in this browser. Turn them on first.");
  const subscription = openSealed(row.sealed);
  const sent = subscription
    ? await sendPush(subscription, { kind: "test" }, { topic: "test", ttl: TTL_SECONDS }, network)
    : ({ outcome: "gone" } as const);
  if (sent.outcome === "sent") return;
  if (sent.outcome === "gone") {
    await dropSubscription(row.id);
    throw new AppError(
      "not_found",
      "Your browser's push subscription has expired. Turn push notifications off and on again.",
    );
  }
  const why = `${row.host} rejected the notification (${sent.reason}).`;
  throw new AppError("unavailable", `${why} Ask your server's operator to check that Parley can connect to it.`);
}

// How long a batch waits for its pushes. Slower ones continue alongside the next batches.
const SENT_WITHIN_MS = 1_000;

const sending = processWide("sending-pushes", () => new Set<Promise<unknown>>());

/** Sends pushes, each by only one process. */
export const pushesJob = (network?: Network): HintJob => ({
  name: "pushes",
  label: "Send push notifications",
  work: async (goOn) => {
    // Creates the keys before anyone turns pushes on.
    await pushKeys().catch((error: unknown) => log.debug({ err: error }, "creating the push keys failed"));
    for (let more = true; more && goOn(); ) more = (await queuePushes())?.more ?? false;
    await send(goOn, network);
    return (await isSomethingDue()) ? HOLD_MS : null;
  },
  atEnd: () => Promise.allSettled(sending),
  // A keyword match queues a push a moment after its message was posted.
  wakes: ["channel", "unread"],
  settleMs: 500,
  failure: "sending pushes failed; the sweep will retry",
});

async function send(goOn: () => boolean, network: Network | undefined): Promise<void> {
  const sent = deliverPushes(goOn, network).finally(() => sending.delete(sent));
  sending.add(sent);
  await Promise.race([sent, setTimeoutPromise(SENT_WITHIN_MS)]);
  // After this, nothing else handles its errors.
  sent.catch((error: unknown) => log.debug({ err: error }, "sending pushes failed; will retry"));
}
