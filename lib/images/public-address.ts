import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
const KNOWN_MS = 5 * 60_000;

const known = processWide("own-addresses", () => ({ host: "", addresses: [] as readonly string[], until: 0 }));

/**
 * Whether a connection to this IP address leaves for the public internet: unicast, and in none of the special blocks of IANA's
 * registries (private, loopback, link-local, shared, reserved, multicast, and IPv6 that carries an IPv4 address). What isn't an
 * address in its usual form isn't public. Nor is one of this machine's, nor one of `own`: such a connection would not come from outside,
 * so no firewall would be in its way.
 */
export function isPublicAddress(address: string, own: readonly string[] = []): boolean {
  const isUsual = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isUsual) return false;
  const parsed = ipaddr.parse(address);
  // Outside of 2000::/3 no IPv6 is given out, whatever the registries will say of it one day.
  const isGiven = parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
  const usual = parsed.toNormalizedString();
  return (
    parsed.range() === "unicast" && isGiven && ![...machineAddresses(), ...own].some((each) => usualOf(each) === usual)
  );
}

/**
 * The addresses to which BASE_URL leads, by `resolve`, which answers or throws for a name. They are remembered for five minutes, and those
 * known before stay when there is no answer.
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
