import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebhookRequest } from "@/lib/webhooks/request/context";
import type { WebhookResponse } from "@/lib/webhooks/request/response";
import { type Answer, errorAnswer, send } from "@/server/http/answer";
import type { AskWebhook } from "@/server/http/client-error";
import type { Target } from "@/server/http/gate";

/** The webhook endpoint: plain values in, plain values out. */
export type Receive = (request: WebhookRequest) => Promise<WebhookResponse>;

/** Hands a webhook request to `receive` before the framework builds anything of it, and sends what it answers. */
export async function expressLane(
  receive: Receive,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const answer = await answerOf(receive, {
    method: request.method ?? "",
    pathname: target.pathname,
    search: target.url.slice(target.pathname.length),
    headers: (name) => header(request, name),
    body: bodyOf(request, response),
    wholeBody: () => wholeBody(request),
  });
  await send(request, response, answer);
}

/** How to ask `receive` about a request of which only the first line could be read. */
export function askingWebhook(receive: Receive): AskWebhook {
  return (method, pathname) => {
    return answerOf(receive, {
      method,
      pathname,
      headers: () => null,
      body: empty(),
    });
  };
}

async function answerOf(receive: Receive, request: WebhookRequest): Promise<Answer> {
  try {
    const { status, headers, body } = await receive(request);
    const isCacheSet = Object.keys(headers).some((name) => name.toLowerCase() === "cache-control");
    return { status, headers: isCacheSet ? headers : { ...headers, "cache-control": "no-store" }, body };
  } catch {
    // `receive` reports its own failures; what is left is a sender that went away, who won't read this.
    return errorAnswer(500, "Something went wrong.");
  }
}

/** A sender that waits for leave to send its body gets it only once somebody reads, and so can be refused without sending. */
async function* bodyOf(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Uint8Array> {
  if (request.headers.expect?.toLowerCase() === "100-continue") response.writeContinue();
  // When reading stops early, the socket must not be destroyed: the answer still has to go out on it.
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
}

/** A small body mostly comes together with its headers: then it waits here to be read. Null when some of it is still to come. */
function wholeBody(request: IncomingMessage): Promise<Uint8Array> | null {
  const length = Number(request.headers["content-length"]);
  if (request.readableLength !== length) return null;
  const body: unknown = request.read(length);
  if (!(body instanceof Uint8Array)) return null;
  return new Promise((resolve) => request.once("end", () => resolve(body)).resume());
}

async function* empty(): AsyncGenerator<Uint8Array> {}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
