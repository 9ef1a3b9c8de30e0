import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { env } from "@/lib/process/env";
import { processWide } from "@/lib/process/process-wide";

const HEADER = "x-parley-on-this-machine";
const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;
const OWN_NAMES = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;

type Request = Pick<IncomingMessage, "headers" | "httpVersion"> & { socket: { remoteAddress?: string | undefined } };

/**
 * Returns the address by which sign-in attempts are counted, from an X-Forwarded-For whose last entry, the direct peer,
 * was added by the listener. The last `trustedProxies` entries are our own proxies; if undefined, one is trusted if it
 * connected from this machine. Clients can fake entries further left.
 */
export function clientAddressOf(forwardedFor: string | null, trustedProxies: number | undefined): string {
  const hops = (forwardedFor ?? "")
    .split(",")
    .map((hop) => withoutPort(hop.trim()).replace(/^::ffff:/i, ""))
    .reverse();
  const trusted = trustedProxies ?? (isLoopback(hops[0] ?? "") ? 1 : 0);
  const claimed = hops[Math.min(trusted, hops.length - 1)] ?? "";
  return isIP(claimed) ? claimed : "unknown";
}

// Some proxies add the port: "203.0.113.7:5678", "[2001:db8::1]:443". An IPv6 address without brackets has no port.
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/** Returns whether this address belongs to this machine. */
export function isLoopback(address: string): boolean {
  return /^((::ffff:)?127\.|::1$)/i.test(address);
}

/**
 * Returns the network of an address: an IPv4 address, the /64 of an IPv6 address (one customer has all of it), or this
 * machine.
 */
export function networkOf(address: string): string {
  if (isLoopback(address)) return "127.0.0.1";
  if (isIP(address) !== 6) return address;
  const [left = "", right = ""] = address.replace(/%.*/, "").split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [start, end] = [groups(left), groups(right)];
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill("0");
  const network = [...start, ...zeros, ...end].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * Marks a request made by a browser on this machine: it connected from here, used one of the machine's own names (a
 * name that another site resolves to this machine isn't enough), and no proxy forwarded it. Only this process knows
 * the mark, so no one can send it.
 */
export function markOnThisMachine(request: Request): void {
  const { headers, socket } = request;
  delete headers[HEADER];
  const isFromHere = isLoopback(socket.remoteAddress ?? "") && OWN_NAMES.test(headers.host ?? "");
  if (isFromHere && isReachedHereOnly() && !isHandedOn(request)) headers[HEADER] = mark();
}

/** Returns whether this install has no public address, and so no proxy in front of it. */
function isReachedHereOnly(): boolean {
  return env.baseUrl === undefined || OWN_NAMES.test(new URL(env.baseUrl).host);
}

/**
 * Returns whether a proxy forwarded a request. A minimal proxy configuration adds no header and sends the Host under
 * which it reaches us. But the Connection header is per hop: every browser sends keep-alive, and a proxy doesn't
 * forward it, whatever its client sent. nginx sends "close", by HTTP/1.0 or 1.1, and nothing since 1.29.7.
 */
function isHandedOn({ headers, httpVersion }: Request): boolean {
  const isKept = httpVersion === "1.1" && /^keep-alive$/i.test(headers.connection ?? "");
  return !isKept || Object.keys(headers).some((name) => FORWARDING.test(name));
}

/** Returns whether the listener marked these headers. */
export function isOnThisMachine(headers: Headers): boolean {
  return headers.get(HEADER) === mark();
}

function mark(): string {
  return processWide("on-this-machine", () => randomBytes(16).toString("hex"));
}
