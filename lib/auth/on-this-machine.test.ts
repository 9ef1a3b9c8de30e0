import { expect, test } from "vitest";
import { isOnThisMachine, markOnThisMachine } from "@/lib/auth/on-this-machine";

const isLocal = (remoteAddress: string | undefined, sent: Record<string, string>) => {
  const headers = { ...sent };
  markOnThisMachine(headers, remoteAddress);
  return isOnThisMachine(new Headers(headers));
};

test.each([
  ["127.0.0.1", "localhost:3000"],
  ["::1", "[::1]:3000"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
])("a request from %s to %s is made on this machine", (address, host) => {
  expect(isLocal(address, { host })).toBe(true);
});

test.each([
  ["another machine", "192.168.1.20", { host: "localhost:3000" }],
  ["nobody knows where", undefined, { host: "localhost:3000" }],
  ["a proxy here", "127.0.0.1", { host: "localhost:3000", "x-forwarded-for": "203.0.113.7" }],
  ["a proxy here that says only the scheme", "127.0.0.1", { host: "localhost:3000", "x-forwarded-proto": "https" }],
  ["a proxy here with the standard's header", "127.0.0.1", { host: "localhost:3000", forwarded: "for=203.0.113.7" }],
  ["nginx here", "127.0.0.1", { host: "localhost:3000", "x-real-ip": "203.0.113.7" }],
  ["a proxy here that passes the name on", "127.0.0.1", { host: "chat.example" }],
  ["a page whose own name leads here", "127.0.0.1", { host: "localhost.evil.example:3000" }],
  ["somebody without a name", "127.0.0.1", {}],
  ["who says so", "192.168.1.20", { host: "localhost:3000", "x-parley-on-this-machine": "1" }],
])("a request from %s is not", (_, address, headers) => {
  expect(isLocal(address, headers)).toBe(false);
});
