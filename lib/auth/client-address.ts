import { isIP } from "node:net";

/**
 * The address to count sign-in attempts by, from an X-Forwarded-For whose last entry, the one who connected, the listener has
 * added. `trustedProxies` entries from the right are our own proxies'; undefined: one, if it connected from this machine. What
 * stands further left a client may have made up.
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

// Some proxies add the port too: "203.0.113.7:5678", "[2001:db8::1]:443". An IPv6 address without brackets has none.
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/** Whether this is an address of this machine itself. */
export function isLoopback(address: string): boolean {
  return /^((::ffff:)?127\.|::1$)/i.test(address);
}

/** What counts as one place: an IPv4 address, the /64 of an IPv6 address, of which one customer has them all, or this machine. */
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
