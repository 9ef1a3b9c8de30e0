import type { AuthorizedWebhook } from "@/lib/webhooks/authorize";
import type { RateStatus } from "@/lib/webhooks/rate-limit";

/** A request to the webhook endpoint as plain values, whichever server it came through. */
export type ReceiveRequest = {
  method: string;
  /** As it stands in the request, undecoded and without the query. */
  pathname: string;
  /** The query with its question mark, or nothing. */
  search?: string;
  headers: (name: string) => string | null;
  body: AsyncIterable<Uint8Array>;
};

/** A member who does with a webhook what its sender does, and how: a test, a delivery sent again, something they wrote. */
export type ByHand = { user: { id: bigint; name: string }; origin: "test" | "replay" | "composed" };

/** A request of somebody who holds the webhook's token, and what has become known of it on the way: the delivery log tells it. */
export type Attempt = {
  request: ReceiveRequest;
  webhook: AuthorizedWebhook;
  messageId: string | null;
  /** The member who sends it by hand, from Parley's pages, in the sender's place: it needs no signature. */
  byHand: ByHand | null;
  /** `X-GitHub-Event`. */
  event: string | null;
  rate: RateStatus | null;
  /** The body, once it was read as a whole. */
  body: Uint8Array | null;
  /** The part of the body that holds the payload as text, once it is known to be only a part. */
  payload: string | null;
  /** Bytes of the body that have come. */
  size: number;
  /** The message that came of it. */
  posted: bigint | null;
  /** What is to be done once it is answered, whatever became of it. */
  inTheEnd: (() => void | Promise<void>)[];
};

/** A new attempt; its request's body counts what it yields. */
export function attemptOf(
  request: ReceiveRequest,
  webhook: AuthorizedWebhook,
  { messageId = null, byHand = null }: { messageId?: string | null; byHand?: ByHand | null } = {},
): Attempt {
  const attempt: Attempt = {
    request: { ...request, body: counted() },
    webhook,
    messageId,
    byHand,
    event: null,
    rate: null,
    body: null,
    payload: null,
    size: 0,
    posted: null,
    inTheEnd: [],
  };
  return attempt;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of request.body) {
      attempt.size += chunk.byteLength;
      yield chunk;
    }
  }
}
