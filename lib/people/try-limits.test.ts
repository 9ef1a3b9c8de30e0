import { afterEach, expect, test, vi } from "vitest";
import { type TryKind, tryLimit } from "@/lib/people/try-limits";

afterEach(() => vi.unstubAllEnvs());

const [QUARTER, HOUR, DAY] = [900, 3_600, 86_400];
const GUESSES: [TryKind, { count: number; seconds: number }][] = [
  ["login-address", { count: 100, seconds: QUARTER }],
  ["login-account", { count: 10, seconds: QUARTER }],
  ["second-step", { count: 10, seconds: HOUR }],
  ["password", { count: 5, seconds: QUARTER }],
  ["reset-address", { count: 30, seconds: HOUR }],
  ["reset-account", { count: 3, seconds: HOUR }],
  ["setup", { count: 10, seconds: HOUR }],
];
const OTHERS: typeof GUESSES = [
  ["join", { count: 30, seconds: HOUR }],
  ["channel", { count: 20, seconds: DAY }],
  ["direct", { count: 50, seconds: DAY }],
  ["webhook", { count: 50, seconds: DAY }],
  ["invite", { count: 20, seconds: DAY }],
  ["avatar", { count: 30, seconds: HOUR }],
];

test("each limit matches docs/SECURITY.md", () => {
  vi.stubEnv("LIMITS", "on");
  for (const [what, limit] of [...GUESSES, ...OTHERS]) expect([what, tryLimit(what)]).toEqual([what, limit]);
});

test("LIMITS=off lifts limits on joining and creating, but never on guessing passwords, codes and links", () => {
  vi.stubEnv("LIMITS", "off");
  for (const [what] of OTHERS) expect([what, tryLimit(what)]).toEqual([what, null]);
  for (const [what, limit] of GUESSES) expect([what, tryLimit(what)]).toEqual([what, limit]);
});

test("ADDRESS_LIMIT_FACTOR raises limits per address, but none that protects a single account", () => {
  vi.stubEnv("LIMITS", "on");
  vi.stubEnv("ADDRESS_LIMIT_FACTOR", "10");
  const byAddress = ["login-address", "reset-address", "join"];
  for (const [what, { count, seconds }] of [...GUESSES, ...OTHERS]) {
    const raised = byAddress.includes(what) ? count * 10 : count;
    expect([what, tryLimit(what)]).toEqual([what, { count: raised, seconds }]);
  }
});
