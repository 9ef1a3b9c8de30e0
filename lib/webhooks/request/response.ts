import type { WebhookError } from "@/lib/webhooks/request/webhook-error";

/** An answer as plain values, whichever server it leaves through. */
export type WebhookResponse = { status: number; headers: Record<string, string>; body: Uint8Array };

const encoder = new TextEncoder();

/** An answer in JSON. */
export function json(status: number, body: object, headers: Record<string, string> = {}): WebhookResponse {
  return respond(status, "application/json; charset=utf-8", JSON.stringify(body), headers);
}

/** An answer of one word, as Slack gives them. */
export function text(status: number, body: string, headers: Record<string, string> = {}): WebhookResponse {
  return respond(status, "text/plain; charset=utf-8", body, headers);
}

/** 204. */
export function noContent(headers: Record<string, string> = {}): WebhookResponse {
  return { status: 204, headers: { "Cache-Control": "no-store", ...headers }, body: new Uint8Array() };
}

/** Parley's own answer to a post: where the message came to stand. */
export function posted({ messageId, channelId }: { messageId: bigint; channelId: bigint }): WebhookResponse {
  return json(200, { messageId: `${messageId}`, channelId: `${channelId}` });
}

/** Parley's own answer to what is refused: one sentence. */
export function refused({ status, message, headers }: WebhookError): WebhookResponse {
  return json(status, { error: message }, headers);
}

function respond(status: number, type: string, body: string, headers: Record<string, string>): WebhookResponse {
  return {
    status,
    headers: { "Content-Type": type, "Cache-Control": "no-store", ...headers },
    body: encoder.encode(body),
  };
}
