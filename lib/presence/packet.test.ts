import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { presenceKey } from "@/lib/presence/dto";
import { asking, fromSignal, leaving, toSignals } from "@/lib/presence/packet";
import { idOf } from "@/lib/presence/queries";

// While nothing takes time, what was said so long ago still was when it is read.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const keys = (count: number) =>
  Array.from({ length: count }, (_, n) => presenceKey(9_223_372_036_854_000_000n + BigInt(n)));

test("news come as they were sent", () => {
  const news = {
    here: keys(2),
    away: [],
    off: ["z"],
    typing: [{ channelId: "1", threadId: null, userId: "2", name: 'Ada "Ω" 🐈', at: performance.now() - 2_000 }],
    pages: [{ userId: "2", tab: "abc", away: true }],
  };
  const [text = "", ...more] = toSignals("me", news);
  expect(more).toEqual([]);
  expect(fromSignal(text)).toEqual({ from: "me", ...news, asks: false, leaves: false });
  expect(fromSignal(asking("me")).asks).toBe(true);
  expect(fromSignal(leaving("me")).leaves).toBe(true);
});

test("nothing new is no signal, but a whole roll of nobody is one", () => {
  expect(toSignals("me", {})).toEqual([]);
  expect(toSignals("me", {}, true).map((text) => fromSignal(text).whole)).toEqual([{ part: 0, of: 1 }]);
});

test("any number of people and of the longest names is sent in parts that the bus takes, none lost", () => {
  const typing = keys(300).map((userId) => ({
    channelId: userId,
    threadId: userId,
    userId,
    name: "🐈".repeat(80),
    at: performance.now(),
  }));
  const news = { here: keys(3_000), away: keys(500), typing };
  const signals = toSignals("me", news, true);
  for (const text of signals) expect(Buffer.byteLength(text)).toBeLessThan(7_500);
  const packets = signals.map(fromSignal);
  expect(packets.map(({ whole }) => whole)).toEqual(signals.map((_, part) => ({ part, of: signals.length })));
  expect(packets.flatMap(({ here = [] }) => here)).toEqual(news.here);
  expect(packets.flatMap(({ away = [] }) => away)).toEqual(news.away);
  expect(packets.flatMap(({ typing: each = [] }) => each)).toEqual(typing);
});

test("a key leads back to its id", () => {
  for (const id of [1n, 35n, 36n, 9_223_372_036_854_775_807n]) expect(idOf(presenceKey(id))).toBe(id);
});
