import { networkInterfaces } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { isPublicAddress, ownAddresses } from "@/lib/network/public-address";

vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  networkInterfaces: vi.fn<typeof networkInterfaces>(() => ({})),
}));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test.each(["8.8.8.8", "93.184.216.34", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001:81b::200e"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ["this network", "0.0.0.0", "0.1.2.3"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
  ["loopback", "127.0.0.1", "127.255.255.254", "::1", "::"],
  ["link-local", "169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"],
  ["carrier-grade NAT", "100.64.0.1", "100.127.255.255"],
  ["multicast and broadcast", "224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
  ["reserved", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1"],
  ["reserved IPv6", "2001:db8::1", "100::1", "2001:2::1", "2001:20::1", "3fff::1", "5f00::1", "4000::1", "1::1"],
  ["IPv4 in IPv6", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::127.0.0.1", "::7f00:1", "::ffff:0:7f00:1"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b:1::1"],
  ["6to4 and Teredo", "2002:7f00:1::", "2002:a00:1::1", "2001:0:1::1"],
  ["written in other ways", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "8.8.8", "0x08.8.8.8", "010.8.8.8"],
  ["no address", "", "localhost", "example.com", "[::1]", "8.8.8.8:80", "8.8.8.8 ", "1.2.3.4.5"],
])("not public: %s", (_, ...addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
});

test("this machine's addresses aren't public, in any notation", () => {
  const mask = { netmask: "", mac: "", internal: false, cidr: null };
  vi.mocked(networkInterfaces).mockReturnValueOnce({
    eth0: [{ ...mask, address: "8.8.8.8", family: "IPv4" }],
    eth1: [{ ...mask, address: "2606:4700::1111", family: "IPv6", scopeid: 0 }],
  });
  expect(isPublicAddress("8.8.8.8")).toBe(false);
  vi.mocked(networkInterfaces).mockReturnValueOnce({
    eth1: [{ ...mask, address: "2606:4700::1111", family: "IPv6", scopeid: 0 }],
  });
  expect(isPublicAddress("2606:4700:0:0::1111")).toBe(false);
});

test("the addresses of BASE_URL's host aren't public, and are looked up once in five minutes", async () => {
  const resolve = vi.fn(async () => ["8.8.8.8", "2606:4700::1111"]);
  expect(isPublicAddress("8.8.8.8", await ownAddresses(resolve))).toBe(true);
  vi.stubEnv("BASE_URL", "https://chat.example:8443");
  for (const address of ["8.8.8.8", "2606:4700:0::1111"]) {
    expect(isPublicAddress(address, await ownAddresses(resolve))).toBe(false);
  }
  expect(resolve.mock.calls).toEqual([["chat.example"]]);
  // If a lookup fails once, the previous addresses still count.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
  resolve.mockRejectedValueOnce(new Error("no answer"));
  expect(isPublicAddress("8.8.8.8", await ownAddresses(resolve))).toBe(false);
  vi.stubEnv("BASE_URL", "https://1.1.1.1");
  expect(isPublicAddress("1.1.1.1", await ownAddresses(resolve))).toBe(false);
});
