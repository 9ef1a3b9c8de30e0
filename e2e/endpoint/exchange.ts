import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { request as requestByTls } from "node:https";
import { connect } from "node:net";

const STATUS_LINE = "HTTP/1.1 ";

/** A request, sent exactly as given: without redirects, extra headers or retries. */
export type WireRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends the body in chunks, without a Content-Length. */
  chunked?: boolean;
  /** What an https server's certificate is signed by. */
  ca?: string;
};

export type WireAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends one request on a new connection. Also accepts a response that arrives before everything is sent. */
export async function exchange(
  baseUrl: string,
  { method = "POST", path, headers, body, chunked, ca }: WireRequest,
): Promise<WireAnswer> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const send = protocol === "https:" ? requestByTls : request;
  const bytes = Buffer.from(body ?? "");
  const length = body === undefined || chunked ? {} : { "Content-Length": `${bytes.length}` };
  return new Promise((resolve, reject) => {
    let answered = false;
    const sending = send(
      { hostname, port, path, method, agent: false, headers: { ...length, ...headers }, ca },
      (response) => {
        answered = true;
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.once("error", reject);
        response.once("end", () => {
          sending.destroy();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
      },
    );
    sending.on("error", (error) => {
      if (!answered) reject(error);
    });
    if (chunked) sending.setHeader("Transfer-Encoding", "chunked");
    for (let at = 0; at < bytes.length; at += 16 * 1024) sending.write(bytes.subarray(at, at + 16 * 1024));
    // If the body is shorter than its Content-Length, the request stays unfinished.
    if (bytes.length >= Number(headers?.["Content-Length"] ?? 0)) sending.end();
    else sending.flushHeaders();
  });
}

/** Sends exactly these bytes and resolves with the last of `answers` responses. */
export async function exchangeRaw(baseUrl: string, raw: string, answers = 1): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.split(STATUS_LINE).length > answers && isWhole(lastOf(text))) socket.destroy();
  });
  await once(socket, "connect");
  socket.write(raw, "latin1");
  await new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    socket.once("close", () => resolve());
  });
  const [head = "", ...body] = lastOf(text).split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  return { status: Number(first.split(" ")[1]), headers, body: body.join("\r\n\r\n") };
}

function lastOf(text: string): string {
  return text.slice(text.lastIndexOf(STATUS_LINE));
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const length = /^content-length: (\d+)\r?$/im.exec(text)?.[1];
  return end >= 0 && length !== undefined && Buffer.byteLength(text.slice(end + 4)) >= Number(length);
}
