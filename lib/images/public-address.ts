import ipaddr from "ipaddr.js";

const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/**
 * Whether a connection to this IP address leaves for the public internet: unicast, and in none of the special blocks of IANA's
 * registries (private, loopback, link-local, shared, reserved, multicast, and IPv6 that carries an IPv4 address). What isn't an
 * address in its usual form isn't public.
 */
export function isPublicAddress(address: string): boolean {
  const isUsual = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isUsual) return false;
  const parsed = ipaddr.parse(address);
  // Outside of 2000::/3 no IPv6 is given out, whatever the registries will say of it one day.
  const isGiven = parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
  return parsed.range() === "unicast" && isGiven;
}
