import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isLoopback } from "@/lib/auth/client-address";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

const HEADER = "x-parley-on-this-machine";
const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;
const OWN_NAMES = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;

type Request = Pick<IncomingMessage, "headers" | "httpVersion"> & { socket: { remoteAddress?: string | undefined } };

/**
 * Marks a request that a browser on this machine itself has made: connected from it, by one of its own names (a page elsewhere can have
 * its own name lead here), and handed on by no proxy. The mark is known to this process alone, so that nobody can send it.
 */
export function markOnThisMachine(request: Request): void {
  const { headers, socket } = request;
  delete headers[HEADER];
  const isFromHere = isLoopback(socket.remoteAddress ?? "") && OWN_NAMES.test(headers.host ?? "");
  if (isFromHere && isReachedHereOnly() && !isHandedOn(request)) headers[HEADER] = mark();
}

/** Whether this install has no public address, behind which there would be a proxy. */
function isReachedHereOnly(): boolean {
  return env.baseUrl === undefined || OWN_NAMES.test(new URL(env.baseUrl).host);
}

/**
 * Whether a proxy has handed a request on. One that is set up in a single line adds no header that says so, and sends the Host under which it
 * reaches us. But what is said of a connection is between its two ends: every browser asks to keep it alive, which a proxy doesn't hand on,
 * whatever its client sent. nginx says "close", by HTTP/1.0 or 1.1, and nothing since 1.29.7.
 */
function isHandedOn({ headers, httpVersion }: Request): boolean {
  const isKept = httpVersion === "1.1" && /^keep-alive$/i.test(headers.connection ?? "");
  return !isKept || Object.keys(headers).some((name) => FORWARDING.test(name));
}

/** Whether the listener has marked these headers. */
export function isOnThisMachine(headers: Headers): boolean {
  return headers.get(HEADER) === mark();
}

function mark(): string {
  return processWide("on-this-machine", () => randomBytes(16).toString("hex"));
}
