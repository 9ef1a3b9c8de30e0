import { BlockList, isIP } from "node:net";

const notPublic = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  notPublic.addSubnet(network, bits, "ipv4");
}
notPublic.addAddress("::1", "ipv6");
notPublic.addSubnet("fc00::", 7, "ipv6");
notPublic.addSubnet("fe80::", 10, "ipv6");

/**
 * The address to count sign-in attempts by, from an X-Forwarded-For whose last entry the listener has added. That is the nearest
 * public one: proxies of our own are passed over, and what a client claims stands further left and is not believed.
 */
export function clientAddressOf(forwardedFor: string | null): string {
  const hops = (forwardedFor ?? "")
    .split(",")
    .map((hop) => hop.trim().replace(/^::ffff:/i, ""))
    .filter((hop) => isIP(hop) !== 0)
    .reverse();
  return hops.find((hop) => !notPublic.check(hop, isIP(hop) === 6 ? "ipv6" : "ipv4")) ?? hops[0] ?? "unknown";
}
