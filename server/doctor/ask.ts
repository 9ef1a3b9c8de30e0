import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import { DOCTOR_HEADER, makeCode, type Purpose } from "@/server/doctor/code";

const TIME_OUT_MS = 15_000;

/**
 * A request of the doctor: `purpose` makes its code, `bytes` is the size of its body, and `patience` how many
 * milliseconds nothing may arrive.
 */
type DoctorRequest = {
  method?: string;
  purpose?: Purpose;
  headers?: Record<string, string>;
  bytes?: number;
  patience?: number;
};

/** An answer whose body hasn't been read, and the address and port from which it was asked for. */
export type DoctorAnswer = { answer: IncomingMessage; from: string };

/**
 * Sends a request as a browser would, without following redirects. Rejects if nothing arrives for 15 seconds or the
 * connection ends; an upload may take two minutes.
 */
export async function ask(
  url: string,
  { method = "GET", purpose, headers = {}, bytes, patience = TIME_OUT_MS }: DoctorRequest = {},
): Promise<DoctorAnswer> {
  const { request: start } = url.startsWith("https:") ? https : http;
  const request = start(url, {
    method,
    agent: false,
    timeout: patience,
    headers: {
      ...(purpose && { [DOCTOR_HEADER]: makeCode(purpose) }),
      ...(bytes !== undefined && { "content-length": bytes, "content-type": "multipart/form-data; boundary=doctor" }),
      ...headers,
    },
  });
  request.on("timeout", () => request.destroy(new Error(`there was no answer within ${secondsText(patience)}`)));
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  // An answer may come before the whole body was sent.
  const sent = bytes === undefined ? Promise.resolve(request.end()) : writeBody(request, bytes);
  sent.catch(() => undefined);
  const [answer] = await answered;
  const { localAddress = "", localPort } = answer.socket;
  return { answer, from: `${localAddress.replace(/^::ffff:/i, "")} ${localPort ?? ""}` };
}

async function writeBody(request: http.ClientRequest, bytes: number): Promise<void> {
  const block = Buffer.alloc(2 ** 20);
  for (let left = bytes; left > 0 && !request.destroyed; left -= block.length) {
    if (!request.write(left < block.length ? block.subarray(0, left) : block)) await once(request, "drain");
  }
  request.end();
}

/** Returns a time as words: "1 second", "2.5 seconds". */
export function secondsText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 100) / 10;
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}

/** Reads an answer's JSON; null if it isn't JSON. */
export async function jsonOf<T>({ answer }: DoctorAnswer): Promise<T | null> {
  const body = await text(answer);
  try {
    return JSON.parse(body) as T;
  } catch {
    return null;
  }
}
