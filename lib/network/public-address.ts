import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/process/env";
import { processWide } from "@/lib/process/process-wide";

const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
const KNOWN_MS = 5 * 60_000;

const known = processWide("own-addresses", () => ({ host: "", addresses: [] as readonly string[], until: 0 }));

/**
 * Returns whether a connection to this IP address goes to the public internet: it's unicast and in none of IANA's
 * special blocks (private, loopback, link-local, shared, reserved, multicast, and IPv6 that carries an IPv4 address).
 * Addresses in an unusual notation don't count, nor do this machine's and those in `own`: such a connection wouldn't
 * come from outside, so no firewall would check it.
 */
export function isPublicAddress(address: string, own: readonly string[] = []): boolean {
  const isUsual = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isUsual) return false;
  const parsed = ipaddr.parse(address);
  // IPv6 addresses outside of 2000::/3 aren't assigned, whatever the registries add later.
  const isGiven = parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
  const usual = parsed.toNormalizedString();
  return (
    parsed.range() === "unicast" && isGiven && ![...machineAddresses(), ...own].some((each) => usualOf(each) === usual)
  );
}

/**
 * Returns the addresses of BASE_URL's host. `resolve` looks up a name, or throws. Results are cached for five
 * minutes, and kept if a lookup fails.
 */
export async function ownAddresses(resolve: (name: string) => Promise<string[]>): Promise<readonly string[]> {
  const host = env.baseUrl === undefined ? "" : new URL(env.baseUrl).hostname.replace(/^\[(.*)\]$/, "$1");
  if (host === "" || ipaddr.isValid(host)) return [host];
  if (known.host === host && known.until > Date.now()) return known.addresses;
  const found = await resolve(host).catch(() => []);
  const before = known.host === host ? known.addresses : [];
  Object.assign(known, { host, addresses: found.length > 0 ? found : before, until: Date.now() + KNOWN_MS });
  return known.addresses;
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
}

function usualOf(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.parse(address).toNormalizedString() : address;
}
