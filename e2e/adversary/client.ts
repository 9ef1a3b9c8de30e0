import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import type { OddRequest } from "./requests";

/** How long a request may take before it counts as unanswered, also on a busy machine. */
const PATIENCE_MILLISECONDS = 30_000;
/** How long to listen for an answer to bytes that needn't get one. */
const RAW_MILLISECONDS = 300;

/** What came back. A stream's text is empty, because it has no end. */
export type RawAnswer = { status: number; headers: IncomingMessage["headers"]; text: string; bytes: number };

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request exactly as it's given. Rejects if the connection ends or nothing is answered. */
export function sendRaw(
  baseUrl: string,
  cookie: string | null,
  { method, path, headers, body, bytes }: OddRequest,
): Promise<RawAnswer> {
  const { hostname, port, origin } = new URL(baseUrl);
  const given = new Map<string, [string, string]>([
    ["host", ["Host", `${hostname}:${port}`]],
    ["origin", ["Origin", origin]],
  ]);
  if (body !== undefined)
    given.set("content-length", ["Content-Length", `${Buffer.byteLength(body, bytes ? "latin1" : "utf8")}`]);
  // The last of a name counts, as the odd headers come last.
  for (const [name, value] of headers) given.set(name.toLowerCase(), [name, value]);
  if (cookie !== null) {
    const odd = given.get("cookie")?.[1];
    given.set("cookie", ["Cookie", odd === undefined ? cookie : `${cookie}; ${odd}`]);
  }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: Object.fromEntries(given.values()) });
    sent.setTimeout(PATIENCE_MILLISECONDS, () => sent.destroy(new Error("There was no answer in time.")));
    sent.once("error", reject);
    sent.once("response", (got) => {
      const answer = { status: got.statusCode ?? 0, headers: got.headers };
      if (got.headers["content-type"]?.startsWith("text/event-stream")) {
        resolve({ ...answer, text: "", bytes: 0 });
        sent.destroy();
        return;
      }
      buffer(got).then((all) => resolve({ ...answer, text: all.toString(), bytes: all.length }), reject);
    });
    // A server may answer 100 first.
    sent.once("continue", () => undefined);
    sent.end(body, bytes ? "latin1" : "utf8");
  });
}

/** Sends bytes on a connection of their own, and returns what was answered until it's silent. */
export function sendBytes(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, "latin1"));
    let text = "";
    socket.setTimeout(RAW_MILLISECONDS, () => socket.destroy());
    socket.setEncoding("latin1").on("data", (part: string) => {
      text += part;
    });
    // The server may close while we still write.
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") reject(error);
    });
    socket.once("close", () => resolve(text));
  });
}
