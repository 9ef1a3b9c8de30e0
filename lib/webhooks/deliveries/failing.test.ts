import { expect, test } from "vitest";
import { outweighs } from "@/lib/webhooks/deliveries/failing";

const HOUR = 3_600_000;

test.each([
  ["the first request failed", 1, 0, 0, true],
  ["nothing failed", 0, 0, 50, false],
  ["one failed after a few successes", 1, 0, 5, true],
  ["three failed by hand after a hundred successes", 3, HOUR, 100, false],
  ["three failed after thirty successes", 3, 0, 30, true],
  ["two failed after thirty successes", 2, 0, 30, false],
  ["a busy tool broke", 10, 0, 100, true],
  ["a nightly job failed three times", 3, 48 * HOUR, 100, true],
  ["it failed once, long ago", 1, 48 * HOUR, 100, false],
])("%s: %d failures over %d ms after %d successes: %j", (_, failed, failedForMs, succeeded, failing) =>
  expect(outweighs({ failed, failedForMs, succeeded })).toBe(failing),
);
