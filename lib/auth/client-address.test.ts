import { expect, test } from "vitest";
import { clientAddressOf } from "@/lib/auth/client-address";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
  ["192.168.1.5, 127.0.0.1", "127.0.0.1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8::1, ::1", "2001:db8::1"],
  ["made up, 203.0.113.7", "203.0.113.7"],
  [null, "unknown"],
])("of %s it is %s", (forwardedFor, address) => {
  expect(clientAddressOf(forwardedFor)).toBe(address);
});
