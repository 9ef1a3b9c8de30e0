import { expect, test } from "vitest";
import { toSent } from "@/lib/attention/push/send-push";

const NOW = Date.parse("2026-11-23T12:00:00Z");

test.each([200, 201, 202, 204])("status %s means accepted", (status) => {
  expect(toSent(status, undefined)).toEqual({ outcome: "sent" });
});

test.each([404, 410])("status %s means that the subscription is gone", (status) => {
  expect(toSent(status, undefined)).toEqual({ outcome: "gone" });
});

test.each([301, 302, 307, 400, 401, 403, 413])("status %s means refused, without following redirects", (status) => {
  expect(toSent(status, undefined)).toEqual({ outcome: "refused", reason: `status ${status}` });
});

test.each([
  [undefined, null],
  ["7", 7],
  ["0", 1],
  ["999999", 3_600],
  ["Mon, 23 Nov 2026 12:01:30 GMT", 90],
  ["Mon, 23 Nov 2026 11:00:00 GMT", 1],
  ["soon", null],
  ["", null],
])("a busy service with Retry-After %s is retried in %s s", (retryAfter, seconds) => {
  for (const status of [408, 429, 500, 503])
    expect(toSent(status, retryAfter, NOW)).toEqual({ outcome: "later", seconds, reason: `status ${status}` });
});
