import { RequestBody } from "@/lib/webhooks/request/body";
import { RequestRate } from "@/lib/webhooks/request/rate-limit";
import type { SignatureScheme } from "@/lib/webhooks/request/signature";

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
