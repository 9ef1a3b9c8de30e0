import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { traceable } from "@/lib/process/request-id";

const TOGETHER_BYTES = 1024;
const DISCARD_MILLISECONDS = 2_000;
const DISCARD_BYTES = 8 * 1024 * 1024;

/** A response as plain values. */
export type PlainAnswer = { status: number; headers: Record<string, string>; body: Uint8Array };

/** Returns a JSON error response that is never cached. */
export function errorAnswer(status: number, sentence: string, headers: Record<string, string> = {}): PlainAnswer {
  const body = Buffer.from(JSON.stringify({ error: sentence, ...traceable(status) }));
  return { status, headers: { "content-type": "application/json", "cache-control": "no-store", ...headers }, body };
}

/**
 * Sends a response. If the request's body hasn't been read completely, the connection closes afterwards, but only after
 * discarding incoming data for a while: closing at once would reset it, and the client would lose the response. Returns a
 * promise only in that case.
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body: whole }: PlainAnswer,
  isComplete = request.complete,
): Promise<void> | undefined {
  if (response.destroyed || response.headersSent) return undefined;
  const isRead = isComplete || !hasBody(request);
  const all: Record<string, string | number> = { ...headers };
  if (status !== 204) all["content-length"] = whole.byteLength;
  if (!isRead) all.connection = "close";
  response.writeHead(status, all);
  const body = request.method === "HEAD" ? new Uint8Array() : whole;
  if (!isRead) return sendBeforeRead(request, response, body);
  // A string leaves in one piece with the headers, which costs a quarter less than bytes after them.
  if (body.byteLength < TOGETHER_BYTES) response.end(asBuffer(body).toString("latin1"), "latin1");
  else response.end(body);
  return undefined;
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

async function sendBeforeRead(request: IncomingMessage, response: ServerResponse, body: Uint8Array): Promise<void> {
  if (body.byteLength > 0) response.write(body);
  else response.flushHeaders();
  if (!request.destroyed) await discard(request);
  response.end();
}

/**
 * Closes the connection of an answered request unless the rest of its body arrives soon: a client that keeps sending
 * slowly would hold it for as long as a body may take.
 */
export function endAfterAnswer(request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), DISCARD_MILLISECONDS);
  // Not the connection's, which would keep one for each of its requests.
  request.once("close", () => clearTimeout(timer));
  request.resume();
}

/** Sends an error on a connection whose request couldn't be parsed. */
export function sendOnSocket(socket: Socket, answer: PlainAnswer): void {
  const headers = {
    ...answer.headers,
    "content-length": answer.body.byteLength,
    connection: "close",
    date: new Date().toUTCString(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}\r\n${lines.join("")}\r\n`);
  socket.end(answer.body);
  const timer = setTimeout(() => socket.destroy(), DISCARD_MILLISECONDS);
  socket.once("close", () => clearTimeout(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

async function discard(request: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, DISCARD_MILLISECONDS);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once("end", finish).once("close", finish).once("error", finish);
    request.removeAllListeners("readable");
    request.on("data", (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      if (bytes > DISCARD_BYTES) finish();
    });
    request.resume();
  });
}
