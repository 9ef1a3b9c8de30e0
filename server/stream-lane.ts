import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import { type Carrier, STREAM_HEADERS } from "@/lib/streams/event-stream";
import type { StreamRequest } from "@/lib/streams/open-stream";
import type { Target } from "@/server/http/target";

/** Starts an event stream on a carrier; false when nobody is signed in. What it throws, it throws before anything was written. */
export type StreamFor = (request: StreamRequest, carrier: Carrier) => Promise<boolean>;

/** As the framework adds them to everything (next.config.mjs). */
export const SITE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
};

// How long an ended connection may go on without taking any of what was written to it before.
const ENDING_MILLISECONDS = 5_000;

/**
 * Serves an event stream before the framework builds anything of the request: its objects would live as long as the stream. False for
 * whatever isn't answered with a stream, which is the framework's to answer.
 */
export async function streamLane(
  streamFor: StreamFor,
  request: IncomingMessage,
  response: ServerResponse,
  { url, pathname }: Target,
): Promise<boolean> {
  const { headers, method } = request;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  if (pathname !== "/api/events" || method !== "GET" || hasBody) return false;
  const lastEventId = headers["last-event-id"];
  const asked = {
    cookies: headers.cookie ?? "",
    search: new URL(url, "http://localhost").searchParams,
    lastEventId: typeof lastEventId === "string" ? lastEventId : null,
  };
  try {
    return await streamFor(asked, carrierOn(response));
  } catch (error) {
    log.debug({ err: error }, "a stream was not opened; the framework says why");
    return response.headersSent;
  }
}

function carrierOn(response: ServerResponse): Carrier {
  return {
    write: (bytes) => {
      const { socket } = response;
      if (!response.headersSent) writeHead(response);
      // By itself each response would be flushed only after the last of them all was written.
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
