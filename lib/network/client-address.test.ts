import { expect, test } from "vitest";
import { clientAddressOf, networkOf } from "@/lib/network/client-address";

test.each([
  ["203.0.113.7", undefined, "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", undefined, "203.0.113.7"],
  ["198.51.100.1, 192.168.1.5", undefined, "192.168.1.5"],
  ["198.51.100.1, 203.0.113.7, 127.0.0.1", undefined, "203.0.113.7"],
  ["203.0.113.7, ::1", undefined, "203.0.113.7"],
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["198.51.100.1, 203.0.113.7, 10.0.0.2", 1, "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7, 10.0.0.2, 10.0.0.3", 2, "203.0.113.7"],
  ["203.0.113.7, 127.0.0.1", 0, "127.0.0.1"],
  ["203.0.113.7", 3, "203.0.113.7"],
  ["::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["203.0.113.7:5678, 127.0.0.1", undefined, "203.0.113.7"],
  ["[2001:db8::1]:443, ::1", undefined, "2001:db8::1"],
  ["[2001:db8::1], 127.0.0.1", undefined, "2001:db8::1"],
  ["[::ffff:203.0.113.7]:443, 127.0.0.1", undefined, "203.0.113.7"],
  ["2001:db8::5678, 127.0.0.1", undefined, "2001:db8::5678"],
  ["198.51.100.1, 203.0.113.7:5678, [fd00::2]:8443", 1, "203.0.113.7"],
  ["203.0.113.7:, 127.0.0.1", undefined, "unknown"],
  ["[203.0.113.7:5678, 127.0.0.1", undefined, "unknown"],
  ["made up, 127.0.0.1", undefined, "unknown"],
  [null, undefined, "unknown"],
])("the address of %s behind %s proxies is %s", (forwardedFor, proxies, address) => {
  expect(clientAddressOf(forwardedFor, proxies)).toBe(address);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["2001:db8:1:3::9", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "127.0.0.1"],
  ["127.0.0.2", "127.0.0.1"],
  ["unknown", "unknown"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
