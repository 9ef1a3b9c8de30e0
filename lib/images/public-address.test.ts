import { expect, test } from "vitest";
import { isPublicAddress } from "@/lib/images/public-address";

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
])("what is %s isn't", (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});
