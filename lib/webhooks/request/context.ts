import type { RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { secondsUntilNext, sharedLimiter } from "@/lib/limits";

import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { invalidAt } from "@/lib/webhooks/format/problem";
import type { WebhookError, WebhookResponse } from "@/lib/webhooks/request/response";

/** A request to the webhook endpoint as plain values, whichever server it came through. */
export type WebhookRequest = {
  method: string;
  /** As it stands in the request, undecoded and without the query. */
  pathname: string;
  /** The query with its question mark, or nothing. */
  search?: string;
  headers: (name: string) => string | null;
  body: AsyncIterable<Uint8Array>;
  /** The whole body, which is read at once more quickly than in pieces; null when it hasn't all come yet, and may never come. */
  wholeBody?: () => Uint8Array | Promise<Uint8Array> | null;
};

/** How a sender signs its requests with the secret that it shares with the webhook. */
export type SignatureScheme =
  /** The header holds the secret itself. */
  | { kind: "token"; header: string }
  /**
   * The header holds an HMAC of the body under the secret, after `prefix`. What is signed with the body says when it was sent, where the
   * sender does: `timestamp` is the header whose value stands before the body, `sentAt` the body's own key.
   */
  | {
      kind: "hmac";
      header: string;
      algorithm: "sha1" | "sha256" | "sha512";
      encoding: "hex" | "base64";
      prefix?: string;
      timestamp?: string;
      sentAt?: string;
    }
  /** Stripe's: "t=…,v1=…" with an HMAC-SHA-256 of "<t>.<body>". */
  | { kind: "stripe"; header: string }
  /** Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  | { kind: "standard" };

/** A webhook whose token the sender holds, as it was read at most 15 seconds ago when `fresh` is false. */
export type AuthorizedWebhook = {
  id: bigint;
  channelId: bigint;
  tokenHash: Buffer;
  paused: boolean;
  archived: boolean;
  /** Sealed; null when its posts need no signature. */
  signingSecret: Uint8Array | null;
  /** How its requests are signed; null where nobody has chosen. */
  signatureScheme: SignatureScheme | null;
  /** Whether its plain URL takes whatever a tool posts. */
  takesAnyJson: boolean;
  fresh: boolean;
};

/** A member who does with a webhook what its sender does, and how: a test, a delivery sent again, something they wrote. */
export type ByHand = { user: { id: bigint; name: string }; origin: "test" | "replay" | "composed" };

/** A request of somebody who holds the webhook's token. Only its body, its rate and its messages learn anything after it was made. */
export type RequestContext = Readonly<{
  method: string;
  pathname: string;
  search: string;
  headers: (name: string) => string | null;
  body: RequestBody;
  rate: RequestRate;
  /** The messages that it has posted or changed so far: whatever becomes of the request, its delivery names them. */
  messages: Set<bigint>;
  webhook: AuthorizedWebhook;
  /** The message that the URL names. */
  messageId: string | null;
  /** What the sender calls the event, for the delivery log. */
  event: string | null;
  /** The member who sends it from Parley's pages, in the sender's place: it needs no signature. */
  byHand: ByHand | null;
}>;

/** The context of a request, made once its token was found right. */
export function requestContext(
  { method, pathname, search = "", headers, body, wholeBody }: WebhookRequest,
  webhook: AuthorizedWebhook,
  known: { messageId?: string | null; event?: string | null; byHand?: ByHand | null } = {},
): RequestContext {
  const { messageId = null, event = null, byHand = null } = known;
  return {
    method,
    pathname,
    search,
    headers,
    body: new RequestBody(headers, body, wholeBody),
    rate: new RequestRate(webhook.id, byHand === null),
    messages: new Set(),
    webhook,
    messageId,
    event,
    byHand,
  };
}

/** What a request has done: the message that it posted or edited, and how to answer. */
export type Done = {
  messageId: bigint | null;
  answer: () => WebhookResponse | Promise<WebhookResponse>;
  /** What the sender calls the event, for the delivery log, where only its payload says so. */
  event?: string | null;
  /** Whose request it turned out to be, as the registry names it, where its address doesn't say so. */
  sender?: string | null;
  /** What else whoever looks at the delivery log should know. */
  remark?: string | null;
};

/** One way of speaking to a webhook: how its requests are taken, and the words in which they are answered. */
export type Sender = {
  /** What it is called in the delivery log. */
  name: string;
  /** Does what somebody who holds the token asks for. Throws WebhookError, AppError, or what nobody foresaw. */
  handle: (context: RequestContext) => Promise<Done>;
  /** The refusal in the sender's own words; the context is there where the token was right. */
  refuse: (error: WebhookError, context: RequestContext | null) => WebhookResponse;
  /** What the sender calls the event that it tells of, for the delivery log. */
  eventOf?: (headers: (name: string) => string | null) => string | null;
};

/** A request's body: it counts what comes, is read once, and knows what of it is the payload. */
export class RequestBody {
  readonly #headers: (name: string) => string | null;
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #atOnce: (() => Uint8Array | Promise<Uint8Array> | null) | undefined;
  #size = 0;
  #payload: string | Uint8Array | null = null;
  #whole: Uint8Array | null = null;

  constructor(
    headers: (name: string) => string | null,
    source: AsyncIterable<Uint8Array>,
    atOnce?: () => Uint8Array | Promise<Uint8Array> | null,
  ) {
    this.#headers = headers;
    this.#chunks = this.#count(source);
    this.#atOnce = atOnce;
  }

  /** How many bytes have come. */
  get size(): number {
    return this.#size;
  }

  /** What of the body is the payload, as far as that is known; null before anything was read as a whole. */
  get payload(): string | Uint8Array | null {
    return this.#payload;
  }

  /** The bytes as they come, to be read by one reader. */
  stream(): AsyncIterable<Uint8Array> {
    return this.#chunks;
  }

  /** The whole body, the same whenever it is asked for. Throws `too_large` as soon as its Content-Length, or what has come of it, is over `limit` bytes. */
  async read(limit: number = PAYLOAD_LIMITS.bodyBytes): Promise<Uint8Array> {
    this.#whole ??= await this.#readWhole(limit);
    this.#payload ??= this.#whole;
    return this.#whole;
  }

  async #readWhole(limit: number): Promise<Uint8Array> {
    const tooLarge = () => new AppError("too_large", `The body can be at most ${limit / 1024} KiB.`);
    const announced = this.#headers("content-length");
    if (Number(announced ?? 0) > limit) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      // Only what says how long it is can be no longer than that.
      const whole = announced === null ? null : await this.#atOnce?.();
      if (whole) {
        this.#size = whole.byteLength;
        return whole;
      }
      for await (const chunk of this.#chunks) {
        size += chunk.byteLength;
        if (size > limit) throw tooLarge();
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError("invalid", "The connection closed before the whole body arrived. Send the request again.");
    }
    return Buffer.concat(chunks);
  }

  /** Notes that the payload is this text: what the body reads, or a field of it. */
  setPayload(payload: string): void {
    this.#payload = payload;
  }

  async *#count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#size += chunk.byteLength;
      yield chunk;
    }
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text. Throws AppError `invalid` for bytes that aren't UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError("invalid", "The body must be text in UTF-8.");
  }
}

/** The value of JSON text. Throws what `refusal` makes for text that isn't JSON. */
export function parseJson(text: string, refusal: () => AppError = () => invalidAt([], "must be JSON")): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal();
  }
}

/** How a webhook stands in its present window. */
type RateStatus = { limit: number; remaining: number; resetMs: number };

/** The rate limit of a webhook, as one of its requests meets it. */
export class RequestRate {
  #status: RateStatus | null = null;
  #counted: Promise<void> | null = null;

  /** What doesn't count is what a member sends from Parley's pages: that counts toward them, or they would use up what the sender has. */
  constructor(
    readonly webhookId: bigint,
    readonly counts = true,
  ) {}

  /** How the webhook stands since the request was counted; null before, and where nothing is limited. */
  get status(): RateStatus | null {
    return this.#status;
  }

  /**
   * Counts the request as one message, once however often it is asked to, for all instances together when REDIS_URL is set. Throws
   * `rate_limited`, with the whole seconds until the next is taken.
   */
  count(): Promise<void> {
    this.#counted ??= this.#count(1, "");
    return this.#counted;
  }

  /**
   * Counts all messages of the request, the first of which was counted with it; of more than the limit as many as that, so that they are
   * taken by a window that is still unused. Throws `rate_limited` where there isn't room for all, and then none of them counts.
   */
  async countMessages(messages: number): Promise<void> {
    await this.count();
    const others = Math.min(messages, env.webhookRateLimit?.count ?? 1) - 1;
    if (others > 0) await this.#count(others, ", and not all messages of this request fit");
  }

  async #count(points: number, because: string): Promise<void> {
    const limit = env.webhookRateLimit;
    if (!limit || !this.counts) return;
    const { limiter, connected } = sharedLimiter("webhook", limit);
    await connected;
    const key = `${this.webhookId}`;
    try {
      this.#note(limit.count, await limiter.consume(key, points));
    } catch (reason) {
      const retryAfter = secondsUntilNext(reason);
      this.#note(limit.count, reason as RateLimiterRes);
      // What came to nothing mustn't take the room of others.
      if (points > 1) await limiter.consume(key, -points).catch(secondsUntilNext);
      throw new AppError(
        "rate_limited",
        `This webhook can post ${limit.count} messages in ${limit.seconds} seconds${because}. Try again in ${retryAfter} s.`,
        { retryAfter },
      );
    }
  }

  #note(limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): void {
    this.#status = { limit, remaining: Math.max(remainingPoints, 0), resetMs: Math.max(msBeforeNext, 0) };
  }
}
