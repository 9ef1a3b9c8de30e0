import type { IncomingMessage, ServerResponse } from "node:http";
import type { PresenceReport } from "@/lib/live/presence/say";
import { type Carrier, STREAM_HEADERS } from "@/lib/live/streams/event-stream";
import type { StreamRequest } from "@/lib/live/streams/open-stream";
import { log } from "@/lib/process/log";
import { VERSION } from "@/lib/process/version";
import type { WebhookRequest } from "@/lib/webhooks/request/context";
import type { WebhookResponse } from "@/lib/webhooks/request/response";
import { endAfterAnswer, errorAnswer, type PlainAnswer, send } from "@/server/http/answer";
import type { AskWebhook } from "@/server/http/client-error";
import type { Target } from "@/server/http/gate";

/** The webhook endpoint, which takes and returns plain values. */
export type Receive = (request: WebhookRequest) => Promise<WebhookResponse>;

/**
 * Passes a webhook request to `receive` before the framework handles it, and sends the response, with the request's id
 * if Parley failed. Refusals are the same for every request.
 */
export async function expressLane(
  receive: Receive,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  let isWhole = false;
  const answer = await answerOf(receive, {
    method: request.method ?? "",
    pathname: target.pathname,
    search: target.url.slice(target.pathname.length),
    headers: (name) => header(request, name),
    // Made only if the body is read in chunks.
    body: { [Symbol.asyncIterator]: () => bodyOf(request, response) },
    wholeBody: () => {
      const whole = wholeBody(request);
      isWhole = whole !== null;
      return whole;
    },
  });
  if (answer.status >= 500) answer.headers = { ...answer.headers, "x-request-id": id };
  const isRead = isWhole || request.complete;
  if (!isRead) response.once("finish", () => endAfterAnswer(request));
  const sending = send(request, response, answer, isRead);
  if (sending) await sending;
}

/** Returns a function that asks `receive` about a request of which only the first line could be read. */
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

async function answerOf(receive: Receive, request: WebhookRequest): Promise<PlainAnswer> {
  try {
    const { status, headers, body } = await receive(request);
    const isCacheSet = Object.keys(headers).some((name) => name.toLowerCase() === "cache-control");
    return { status, headers: isCacheSet ? headers : { ...headers, "cache-control": "no-store" }, body };
  } catch {
    // `receive` handles its own failures. Anything else is a sender that disconnected and won't read this.
    return errorAnswer(500, "Something went wrong on our side. Try again.");
  }
}

/** Reads the body. Sends "100 Continue" only then, so that a sender that waits for it can be refused before sending. */
async function* bodyOf(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Uint8Array> {
  if (request.headers.expect?.toLowerCase() === "100-continue") response.writeContinue();
  // When reading stops early, the socket must not be destroyed: the answer still has to go out on it.
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
}

/** Returns the body if it arrived together with the headers, as small ones mostly do, or null. */
function wholeBody(request: IncomingMessage): Uint8Array | null {
  const length = Number(request.headers["content-length"]);
  if (request.readableLength !== length) return null;
  const body: unknown = request.read(length);
  // What is left is only the end, which the parser reports after this turn.
  request.resume();
  return body instanceof Uint8Array ? body : null;
}

async function* empty(): AsyncGenerator<Uint8Array> {}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

const HEALTH = Buffer.from(JSON.stringify({ status: "ok", version: VERSION }));

/**
 * Answers `/api/health` without the framework, which would load its code for it first: what waits for a start gets its
 * answer sooner. Returns false for everything else, which the framework handles.
 */
export async function healthLane(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: Target,
): Promise<boolean> {
  if (pathname !== "/api/health" || (request.method !== "GET" && request.method !== "HEAD") || hasBody(request))
    return false;
  const headers = { ...SITE_HEADERS, "cache-control": "no-store", "content-type": "application/json" };
  await send(request, response, { status: 200, headers, body: HEALTH });
  return true;
}

/** Starts an event stream; returns false if no one is signed in. Throws only before anything was written. */
export type StreamFor = (request: StreamRequest, carrier: Carrier) => Promise<boolean>;

/** Handles a page's presence report; returns false if it isn't a valid one. Throws if it's refused. */
export type HearPage = (said: PresenceReport) => Promise<boolean>;

/** The headers that the framework adds to every response (next.config.mjs). */
const SITE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
};

// How long an ended connection may stay open while the browser reads nothing.
const ENDING_MILLISECONDS = 5_000;

/**
 * Serves an event stream without the framework, whose request objects would live as long as the stream. Returns false
 * for everything else, which the framework handles.
 */
export async function streamLane(
  streamFor: StreamFor,
  request: IncomingMessage,
  response: ServerResponse,
  { url, pathname }: Target,
): Promise<boolean> {
  const { headers, method } = request;
  if (pathname !== "/api/events" || method !== "GET" || hasBody(request)) return false;
  const lastEventId = headers["last-event-id"];
  const asked = {
    cookies: headers.cookie ?? "",
    search: new URL(url, "http://localhost").searchParams,
    lastEventId: typeof lastEventId === "string" ? lastEventId : null,
  };
  try {
    return await streamFor(asked, carrierOn(response));
  } catch (error) {
    log.debug({ err: error }, "couldn't open a stream; the framework answers instead");
    return response.headersSent;
  }
}

/**
 * Handles pages' frequent presence reports (typing, idle) without the framework, which would be most of their cost.
 * Returns false, and leaves the request to the framework, if it can't handle it or the browser doesn't mark it as
 * same-origin.
 */
export async function presenceLane(
  hearPage: HearPage,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { url, pathname }: Target,
): Promise<boolean> {
  const isSaid =
    pathname === "/api/presence" || (pathname.startsWith("/api/channels/") && pathname.endsWith("/typing"));
  const hasBody = (headers["content-length"] ?? "0") !== "0" || headers["transfer-encoding"] !== undefined;
  if (!isSaid || method !== "POST" || hasBody || headers["sec-fetch-site"] !== "same-origin") return false;
  try {
    const { searchParams: search } = new URL(url, "http://localhost");
    if (!(await hearPage({ cookies: headers.cookie ?? "", pathname, search }))) return false;
  } catch (error) {
    log.debug({ err: error }, "couldn't handle a presence request; the framework answers instead");
    return false;
  }
  response.writeHead(204, { ...SITE_HEADERS, "Cache-Control": "no-store" }).end();
  return true;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function carrierOn(response: ServerResponse): Carrier {
  return {
    write: (bytes) => {
      const { socket } = response;
      // After the head, a frame needs nothing that the response adds to what the socket does.
      if (response.headersSent && socket?.writable) return void socket.write(bytes);
      if (!response.headersSent) writeHead(response);
      // Otherwise each response would only be flushed after the last one is written.
      socket?.cork();
      response.write(bytes);
      socket?.uncork();
    },
    unsent: () => response.writableLength,
    end: () => {
      if (!response.headersSent) return;
      response.socket?.setTimeout(ENDING_MILLISECONDS);
      response.end();
    },
    onGone: (callback) => {
      if (response.closed) setImmediate(callback);
      else response.once("close", callback);
    },
  };
}

function writeHead(response: ServerResponse): void {
  // A stream ends with its connection, so it needs no chunks: a frame is written as it is, by one call.
  response.removeHeader("Transfer-Encoding");
  response.writeHead(200, { ...SITE_HEADERS, ...STREAM_HEADERS, Connection: "close" });
}
