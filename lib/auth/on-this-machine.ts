import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "@/lib/auth/client-address";
import { processWide } from "@/lib/process-wide";

const HEADER = "x-parley-on-this-machine";
const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;
const OWN_NAMES = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;

/**
 * Marks a request that was made on this machine itself: connected from it, by one of its own names (a page elsewhere can have its
 * own name lead here), and handed on by no proxy. The mark is known to this process alone, so that nobody can send it.
 */
export function markOnThisMachine(headers: IncomingHttpHeaders, remoteAddress: string | undefined): void {
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  delete headers[HEADER];
  if (!isForwarded && isLoopback(remoteAddress ?? "") && OWN_NAMES.test(headers.host ?? "")) headers[HEADER] = mark();
}

/** Whether the listener has marked these headers. */
export function isOnThisMachine(headers: Headers): boolean {
  return headers.get(HEADER) === mark();
}

function mark(): string {
  return processWide("on-this-machine", () => randomBytes(16).toString("hex"));
}
