import { isIP } from "node:net";

/**
 * The address to count sign-in attempts by, from an X-Forwarded-For whose last entry, the one who connected, the listener has
 * added. `trustedProxies` entries from the right are our own proxies'; undefined: one, if it connected from this machine. What
 * stands further left a client may have made up.
 */
export function clientAddressOf(forwardedFor: string | null, trustedProxies: number | undefined): string {
  const hops = (forwardedFor ?? "")
    .split(",")
    .map((hop) => hop.trim().replace(/^::ffff:/i, ""))
    .reverse();
  const trusted = trustedProxies ?? (/^(127\.|::1$)/.test(hops[0] ?? "") ? 1 : 0);
  const claimed = hops[Math.min(trusted, hops.length - 1)] ?? "";
  return isIP(claimed) ? claimed : "unknown";
}
