import type { RateLimiterRes } from "rate-limiter-flexible";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env, type RateLimit } from "@/lib/process/env";
import { secondsUntilNext, sharedLimiter } from "@/lib/process/limits";
import { type Budget, OverBudget } from "@/lib/text/budget";
import { decodeAs } from "@/lib/text/charset";
import { AppError } from "@/lib/text/errors";
import { limitOf, parseJson } from "@/lib/webhooks/payload/json-object";
import { invalidAt } from "@/lib/webhooks/payload/problem";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/payload/read-payload";
import { UTF8_IN_POWERSHELL, type WebhookError, type WebhookResponse } from "@/lib/webhooks/request/response";
import type { RuleInUse } from "@/lib/webhooks/rules/in-use";

/** A request to the webhook endpoint as plain values, independent of the server. */
export type WebhookRequest = {
  method: string;
  /** Undecoded, without the query. */
  pathname: string;
  /** The query with its question mark, or nothing. */
  search?: string;
  headers: (name: string) => string | null;
  body: AsyncIterable<Uint8Array>;
  /** Returns the whole body if it has already arrived, otherwise null. Faster than reading it in chunks. */
  wholeBody?: () => Uint8Array | Promise<Uint8Array> | null;
};

/** How a sender signs its requests with the secret shared with the webhook. */
export type SignatureScheme =
  /** The header is the secret itself. */
  | { kind: "token"; header: string }
  /**
   * The header is an HMAC of the body after `prefix`. For senders that sign the time as well, `timestamp` is the header
   * whose value is signed before the body, and `sentAt` is a key in the body.
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
  /** Stripe's format: "t=…,v1=…" with an HMAC-SHA-256 of "<t>.<body>". */
  | { kind: "stripe"; header: string }
  /** Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  | { kind: "standard" };

/** A webhook whose token the sender holds. If `fresh` is false, it was read up to 15 seconds ago. */
export type AuthorizedWebhook = {
  id: bigint;
  channelId: bigint;
  tokenHash: Buffer;
  paused: boolean;
  archived: boolean;
  /** Encrypted; null if requests needn't be signed. */
  signingSecret: Uint8Array | null;
  /** How its requests are signed; null if no one has chosen. */
  signatureScheme: SignatureScheme | null;
  /** Whether its plain URL accepts any JSON. */
  takesAnyJson: boolean;
  /** Whether a plain card replaces the earlier one about the same incident. */
  updatesCards: boolean;
  /** Whether what a tool reports on has one line. */
  oneLine: boolean;
  /** Whether a storm of messages that tools' payloads aren't the source of gathers, too. */
  gathersAll: boolean;
  /** The version of its own card that is in use; null for none. */
  cardVersion: number | null;
  /** What happens to its posts, in their order. Mostly none. */
  rules: readonly RuleInUse[];
  fresh: boolean;
};

/** A member who posts as a webhook: a test, a resent delivery or a hand-written post. */
export type ByHand = { user: SessionUser; origin: "test" | "replay" | "composed" };

/**
 * A post that a rule handed over to a webhook of another channel. `from` is the name of the one that got it, and
 * `replayed` means that an earlier request's did.
 */
export type HandedOver = { webhookId: bigint; channelId: bigint; messageId: bigint; replayed: boolean; from: string };

/** What becomes known of a request while it's handled. */
export type Noted = {
  /** The sender's name for the event, if only the payload says it. */
  event: string | null;
  /** The sender that the payload was recognized as, if the URL doesn't say it. */
  sender: string | null;
  /** Whether the response has to be a message, so that rules don't skip it. */
  awaitsMessage: boolean;
  /** Its posts that other webhooks posted. */
  handedOver: HandedOver[];
};

/** A request with a valid token. Only its body, rate, messages, remarks and notes change after it's created. */
export type RequestContext = Readonly<{
  method: string;
  pathname: string;
  search: string;
  headers: (name: string) => string | null;
  body: RequestBody;
  rate: RequestRate;
  /** The messages that it has posted or changed so far. The delivery log names them even if the request fails later. */
  messages: Set<bigint>;
  /** Those of its messages that an earlier request had posted already. */
  repeated: Set<bigint>;
  webhook: AuthorizedWebhook;
  /** The message id in the URL. */
  messageId: string | null;
  /** The sender's name for the event, for the delivery log. */
  event: string | null;
  /** The member who sends it from the interface instead of the sender. It needs no signature. */
  byHand: ByHand | null;
  /** What the delivery log says in addition, whether the request succeeds or fails. */
  remarks: string[];
  noted: Noted;
}>;

/** Creates a request's context, once its token is known to be valid. */
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
    repeated: new Set(),
    webhook,
    messageId,
    event,
    byHand,
    remarks: [],
    noted: { event: null, sender: null, awaitsMessage: false, handedOver: [] },
  };
}

/** The result of a request: the message that it posted or edited, and the response. */
export type RequestResult = {
  messageId: bigint | null;
  answer: () => WebhookResponse | Promise<WebhookResponse>;
  /** The sender's name for the event, for the delivery log, if only the payload says it. */
  event?: string | null;
  /** The sender that the payload was recognized as, if the URL doesn't say it. */
  sender?: string | null;
  /** A remark for the delivery log. */
  remark?: string | null;
  /** Whether it became a plain card, whose payload is kept. */
  plain?: boolean;
};

/** A dialect: how its requests are handled, and the format of its responses. */
export type Sender = {
  /** Its name in the delivery log. */
  name: string;
  /** Handles a request with a valid token. Throws WebhookError, AppError or unexpected errors. */
  handle: (context: RequestContext) => Promise<RequestResult>;
  /** Formats an error in the sender's way. `context` is null if the token was invalid. */
  refuse: (error: WebhookError, context: RequestContext | null) => WebhookResponse;
  /** Formats the answer to a skipped request in the sender's way. By default it's Parley's. */
  skip?: (reason: string, context: RequestContext) => WebhookResponse;
  /** Reads the event's name from the headers, for the delivery log. */
  eventOf?: (headers: (name: string) => string | null) => string | null;
};

/** A request's body: counts its bytes, reads it once, and remembers which part is the payload. */
export class RequestBody {
  readonly #headers: (name: string) => string | null;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #atOnce: (() => Uint8Array | Promise<Uint8Array> | null) | undefined;
  #chunks: AsyncGenerator<Uint8Array> | null = null;
  #size = 0;
  #payload: string | Uint8Array | null = null;
  #whole: Uint8Array | null = null;

  constructor(
    headers: (name: string) => string | null,
    source: AsyncIterable<Uint8Array>,
    atOnce?: () => Uint8Array | Promise<Uint8Array> | null,
  ) {
    this.#headers = headers;
    this.#source = source;
    this.#atOnce = atOnce;
  }

  /** How many bytes have arrived. */
  get size(): number {
    return this.#size;
  }

  /** The payload within the body, as far as it's known; null before the body was read. */
  get payload(): string | Uint8Array | null {
    return this.#payload;
  }

  /** The body's chunks, for a single reader. */
  stream(): AsyncIterable<Uint8Array> {
    this.#chunks ??= this.#count(this.#source);
    return this.#chunks;
  }

  /**
   * Returns the whole body, without a promise if it has arrived; later calls return the same. Throws `too_large` as soon as
   * its Content-Length, or what has arrived, exceeds `limit` bytes.
   */
  read(limit: number = PAYLOAD_LIMITS.bodyBytes): Uint8Array | Promise<Uint8Array> {
    if (this.#whole) return this.#whole;
    const announced = this.#headers("content-length");
    if (Number(announced ?? 0) > limit) throw tooLarge(limit);
    // Only a body with a Content-Length is known not to exceed it.
    const whole = announced === null ? null : this.#atOnce?.();
    if (whole instanceof Uint8Array) return this.#keep(whole);
    return this.#arrival(limit, whole ?? null);
  }

  async #arrival(limit: number, whole: Promise<Uint8Array> | null): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      if (whole) return this.#keep(await whole);
      for await (const chunk of this.stream()) {
        size += chunk.byteLength;
        if (size > limit) throw tooLarge(limit);
        chunks.push(chunk);
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError("invalid", "The connection closed before the whole body arrived. Send the request again.");
    }
    return this.#keep(Buffer.concat(chunks));
  }

  #keep(whole: Uint8Array): Uint8Array {
    this.#size = whole.byteLength;
    this.#whole = whole;
    this.#payload ??= whole;
    return whole;
  }

  /** Records which text is the payload: the decoded body or one of its fields. */
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

function tooLarge(limit: number): AppError {
  return new AppError("too_large", `The body can be at most ${limit / 1024} KiB.`);
}

/**
 * Decodes a body in the charset that its sender names, or UTF-8. Null lets the body say it. Throws AppError `invalid` if
 * it's in neither.
 */
export function decodeText(body: Uint8Array, charset: string | null = "utf-8"): string {
  const text = decodeAs(body, charset);
  if (text === null) throw new AppError("invalid", `The body must be text in UTF-8. ${UTF8_IN_POWERSHELL}`);
  return text;
}

/** Reads a request's JSON. `refusal` returns the error for a problem such as "must be JSON". */
export function readJson(
  text: string,
  budget: Budget,
  refusal: (problem: string) => AppError = (problem) => invalidAt([], problem),
): unknown {
  try {
    return parseJson(text, budget);
  } catch (error) {
    throw refusal(error instanceof OverBudget ? limitOf(error) : "must be JSON");
  }
}

/** A webhook's rate limit in the current window. */
type RateStatus = { limit: number; remaining: number; resetMs: number };

/** Applies a webhook's rate limit to one request. */
export class RequestRate {
  #status: RateStatus | null = null;
  #counted: Promise<void> | null | undefined;

  /** Posts from the interface don't count: they have a limit per person, and would use up the sender's. */
  constructor(
    readonly webhookId: bigint,
    readonly counts = true,
  ) {}

  /** The state after the request was counted; null before, or without a limit. */
  get status(): RateStatus | null {
    return this.#status;
  }

  /**
   * Counts the request as one message, however often it's called, across all instances if REDIS_URL is set. Rejects with
   * `rate_limited` and the seconds to wait. Null without a limit.
   */
  count(): Promise<void> | null {
    if (this.#counted === undefined) {
      const limit = this.#limit;
      this.#counted = limit && this.#count(limit, 1, "");
    }
    return this.#counted;
  }

  /**
   * Counts all messages of the request; `count` has counted the first. A request with more messages than the limit
   * counts as the limit, so that it fits into an unused window. Throws `rate_limited` if they don't all fit, and then
   * none of them count.
   */
  async countMessages(messages: number): Promise<void> {
    await this.count();
    const limit = this.#limit;
    if (limit === null) return;
    const others = Math.min(messages, limit.count) - 1;
    if (others > 0) await this.#count(limit, others, ", and not all messages of this request fit");
  }

  get #limit(): RateLimit {
    return this.counts ? env.webhookRateLimit : null;
  }

  async #count(limit: NonNullable<RateLimit>, points: number, because: string): Promise<void> {
    const { limiter, connected } = sharedLimiter("webhook", limit);
    if (connected) await connected;
    const key = `${this.webhookId}`;
    try {
      this.#note(limit.count, await limiter.consume(key, points));
    } catch (reason) {
      const retryAfter = secondsUntilNext(reason);
      this.#note(limit.count, reason as RateLimiterRes);
      // A rejected request mustn't use up the limit.
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
