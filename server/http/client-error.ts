import { METHODS } from "node:http";
import type { Socket } from "node:net";
import { errorAnswer, type PlainAnswer, sendOnSocket } from "@/server/http/answer";
import { isWebhookPath, methodNotAllowed } from "@/server/http/gate";

/** Asks the webhook endpoint for its response to a request without a body. */
export type AskWebhook = (method: string, pathname: string) => Promise<PlainAnswer>;

type ParserError = Error & { code?: string; rawPacket?: Buffer };

const answered = new WeakSet<Socket>();

/** Responds with JSON to a request that couldn't be parsed (bad HTTP, too slow, headers too large), and closes. */
export function handleClientError(
  error: ParserError,
  socket: Socket,
  started: boolean,
  askWebhook: AskWebhook | null,
): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  // Another response is already under way; more bytes would garble it.
  if (started || !socket.writable || error.code === "ECONNRESET" || error.code === "EPIPE") {
    socket.destroy();
    return;
  }
  const { method, pathname } = requestLine(error);
  if (askWebhook !== null && method !== undefined && pathname !== undefined && isWebhookPath(pathname)) {
    askWebhook(method, pathname).then(
      (answer) => sendOnSocket(socket, answer),
      () => socket.destroy(),
    );
  } else {
    const answer = method === undefined ? answerTo(error.code) : methodNotAllowed();
    const isHead = error.rawPacket?.toString("latin1", 0, 5) === "HEAD ";
    sendOnSocket(socket, isHead ? { ...answer, body: Buffer.alloc(0) } : answer);
  }
}

/** Returns the method and path if the only problem is a method that the parser doesn't know. */
function requestLine({ code, rawPacket }: ParserError): { method?: string; pathname?: string } {
  if (code !== "HPE_INVALID_METHOD" || rawPacket === undefined) return {};
  const line = /^([A-Z][A-Z-]*) (\/[^\s?]*)\S* HTTP\/1\.[01]\r?\n/.exec(rawPacket.toString("latin1"));
  const [, method, pathname] = line ?? [];
  return method === undefined || pathname === undefined || METHODS.includes(method) ? {} : { method, pathname };
}

function answerTo(code: string | undefined): PlainAnswer {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return errorAnswer(408, "The request took too long to arrive. Try again.");
    case "HPE_HEADER_OVERFLOW":
      return errorAnswer(431, "The request headers are too large. They can be at most 16 KiB.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return errorAnswer(413, "The chunk extensions are too large. Send the body without them.");
    default:
      return errorAnswer(400, "The request isn't valid HTTP.");
  }
}
