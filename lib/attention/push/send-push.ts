import { createHmac } from "node:crypto";
import type { RequestDetails } from "web-push";
import type { MessagePush, PushPayload } from "@/lib/attention/push/dto";
import { pushKeys } from "@/lib/attention/push/keys";
import type { Subscription } from "@/lib/attention/push/schema";
import { channelTitle } from "@/lib/channels/dto";
import { excerpt } from "@/lib/messages/cards/excerpt";
import type { NotificationDto } from "@/lib/messages/dto";
import { type Network, postRemote } from "@/lib/network/fetch-remote";
import { countSending } from "@/lib/network/sendings";
import { env } from "@/lib/process/env";
import { record } from "@/lib/process/recorder";
import { paths } from "@/lib/text/paths";
import { cleanText, cut } from "@/lib/text/text";
import { threadPaths } from "@/lib/text/thread-paths";

/**
 * The outcome of a push: accepted by the push service, unknown browser, to be retried in `seconds`, or refused for
 * good.
 */
export type PushOutcome =
  | { outcome: "sent" }
  | { outcome: "gone" }
  | { outcome: "later"; seconds: number | null; reason: string }
  | { outcome: "refused"; reason: string };

const LIMITS = { bytes: 64 * 1024, ms: 10_000 };
const NO_ANSWER = "no answer";
const MOST_WAIT_SECONDS = 3_600;

/**
 * Encrypts a payload for one browser and sends it to its push service, if that has a public address. While a browser
 * is offline, the service keeps only the last push per `topic`. Never throws because of the push service or the
 * network.
 */
export async function sendPush(...push: Parameters<typeof trySending>): Promise<PushOutcome> {
  const sent = await trySending(...push);
  record()?.push(sent.outcome);
  // A browser that is gone isn't a problem of the push service.
  if (sent.outcome !== "gone") countSending("push", "reason" in sent ? problemOf(push[0], sent.reason) : null);
  return sent;
}

async function trySending(
  subscription: Subscription,
  payload: PushPayload,
  { topic, ttl }: { topic: string; ttl: number },
  network?: Network,
): Promise<PushOutcome> {
  const { publicKey, privateKey } = await pushKeys();
  // A push service doesn't need to know channel ids.
  const hidden = createHmac("sha256", privateKey).update(topic).digest("base64url").slice(0, 32);
  const vapidDetails = { subject: subjectOf(), publicKey, privateKey };
  const options = { vapidDetails, TTL: ttl, topic: hidden, urgency: "high", contentEncoding: "aes128gcm" } as const;
  const { default: webPush } = await import("web-push");
  let details: RequestDetails;
  try {
    details = webPush.generateRequestDetails(subscription, JSON.stringify(payload), options);
  } catch {
    // The browser's key is invalid.
    return { outcome: "gone" };
  }
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, `${value}`]));
  try {
    const request = { headers, body: details.body ?? new Uint8Array() };
    const answer = await postRemote(subscription.endpoint, request, LIMITS, network);
    return toSent(answer.status, answer.headers["retry-after"]);
  } catch {
    // The error isn't returned or logged, because it may contain the endpoint, which is a secret.
    return { outcome: "later", seconds: null, reason: NO_ANSWER };
  }
}

function problemOf({ endpoint }: Subscription, reason: string): string {
  const { host } = new URL(endpoint);
  return reason === NO_ANSWER ? `${host} couldn't be reached.` : `${host} answered with ${reason}.`;
}

/** Translates a push service's response: its status, and `Retry-After` in seconds or as a date. */
export function toSent(status: number, retryAfter: string | undefined, now = Date.now()): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  const reason = `status ${status}`;
  if (status !== 408 && status !== 429 && status < 500) return { outcome: "refused", reason };
  return { outcome: "later", seconds: secondsOf(retryAfter, now), reason };
}

function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(MOST_WAIT_SECONDS, Math.max(1, seconds));
}

/** The contact for push services. */
function subjectOf(): string {
  const known = [env.securityContact, env.baseUrl].find((url) => /^(mailto:|https:\/\/(?!localhost))/.test(url ?? ""));
  return known ?? "mailto:parley@example.com";
}

// A push can have about 4,000 bytes, and a character can take six in JSON.
const WORDS = 240;
const NAME = 80;

/**
 * Returns the payload for `count` messages of a channel or thread, of which this is the last. Includes its text only if
 * `showTexts`.
 */
export function toPayload(
  { message, channel }: NotificationDto,
  { root, count, showTexts }: { root: { id: bigint; seq: bigint } | null; count: number; showTexts: boolean },
): MessagePush {
  const { id: channelId, kind } = channel;
  return {
    kind: "message",
    tag: root === null ? `channel-${channelId}` : `thread-${root.id}`,
    channelId,
    rootId: root === null ? null : `${root.id}`,
    seq: message.seq,
    count,
    href:
      root === null
        ? paths.message(channelId, message.seq)
        : threadPaths.reply(channelId, { rootId: root.id, rootSeq: root.seq }, message.seq),
    at: Date.parse(message.createdAt),
    text: showTexts
      ? {
          author: cut(cleanText(message.author.name), NAME),
          place: cut(channelTitle(channel), NAME),
          direct: kind === "direct",
          words: excerpt(message, WORDS),
        }
      : null,
  };
}
