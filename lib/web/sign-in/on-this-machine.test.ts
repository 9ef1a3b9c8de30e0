import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOnThisMachine, markOnThisMachine } from "@/lib/network/client-address";

beforeEach(() => vi.stubEnv("BASE_URL", ""));
afterEach(() => vi.unstubAllEnvs());

const isLocal = (remoteAddress: string | undefined, sent: Record<string, string>, httpVersion = "1.1") => {
  const headers = { connection: "keep-alive", ...sent };
  markOnThisMachine({ headers, httpVersion, socket: { remoteAddress } });
  return isOnThisMachine(new Headers(headers));
};

test.each([
  ["127.0.0.1", "localhost:3000"],
  ["::1", "[::1]:3000"],
  ["::ffff:127.0.0.1", "127.0.0.1"],
])("a request from %s to %s is from this machine", (address, host) => {
  expect(isLocal(address, { host })).toBe(true);
});

test.each([
  ["nginx before 1.29.7", "1.0", "close"],
  ["nginx set to HTTP/1.1", "1.1", "close"],
  ["nginx set up for WebSockets as in its manual", "1.1", "upgrade"],
  ["a proxy by HTTP/1.0 with keep-alive", "1.0", "keep-alive"],
])("a request forwarded by %s isn't from this machine, even without a proxy's header", (_, httpVersion, connection) => {
  expect(isLocal("127.0.0.1", { host: "127.0.0.1:3000", connection }, httpVersion)).toBe(false);
});

test("a request without keep-alive, as nginx sends it since 1.29.7, isn't from this machine", () => {
  const request = { headers: { host: "127.0.0.1:3000" }, httpVersion: "1.1", socket: { remoteAddress: "127.0.0.1" } };
  markOnThisMachine(request);
  expect(request.headers).toEqual({ host: "127.0.0.1:3000" });
});

test("a public BASE_URL makes every request remote, and one of this machine's doesn't", () => {
  for (const [baseUrl, answer] of [
    ["https://chat.example", false],
    ["http://192.168.1.20:3000", false],
    ["http://localhost.evil.example:3000", false],
    ["http://localhost:3000", true],
    ["http://127.0.0.1", true],
    ["http://[::1]:3000/", true],
  ] as const) {
    vi.stubEnv("BASE_URL", baseUrl);
    expect([baseUrl, isLocal("127.0.0.1", { host: "localhost:3000" })]).toEqual([baseUrl, answer]);
  }
});

test.each([
  ["another machine", "192.168.1.20", { host: "localhost:3000" }],
  ["an unknown address", undefined, { host: "localhost:3000" }],
  ["a proxy here", "127.0.0.1", { host: "localhost:3000", "x-forwarded-for": "203.0.113.7" }],
  ["a proxy here that sends only the scheme", "127.0.0.1", { host: "localhost:3000", "x-forwarded-proto": "https" }],
  ["a proxy here with the standard's header", "127.0.0.1", { host: "localhost:3000", forwarded: "for=203.0.113.7" }],
  ["nginx here", "127.0.0.1", { host: "localhost:3000", "x-real-ip": "203.0.113.7" }],
  ["a proxy here that forwards the host", "127.0.0.1", { host: "chat.example" }],
  ["a page whose own host name resolves here", "127.0.0.1", { host: "localhost.evil.example:3000" }],
  ["a client without a Host header", "127.0.0.1", {}],
  [
    "a client that sends the mark's header",
    "192.168.1.20",
    { host: "localhost:3000", "x-parley-on-this-machine": "1" },
  ],
])("a request from %s isn't from this machine", (_, address, headers) => {
  expect(isLocal(address, headers)).toBe(false);
});
