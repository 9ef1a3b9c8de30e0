import { describe, expect, test } from "vitest";
import type { NotificationLevel } from "@/lib/channels/dto";
import { findNews } from "./find-news";

type Counts = { unread?: number; mentions?: number; matchSeq?: number; kind?: "public" | "direct" };

function channel(id: string, msgSeq: number, notifications: NotificationLevel, counts: Counts = {}) {
  return { id, kind: "public" as const, msgSeq, notifications, unread: 1, mentions: 0, ...counts };
}

const at = (seq: number, matchSeq = 10) => ({ seq, matchSeq });
const known = new Map([["1", at(10)]]);
const since = (...given: Parameters<typeof findNews>) => findNews(...given).since;

test("messages that exist at first don't notify anyone", () => {
  const first = findNews(null, [channel("1", 10, "all"), channel("2", 5, "all", { kind: "direct" })], [], null);
  expect(first).toEqual({
    known: new Map([
      ["1", at(10)],
      ["2", at(5, 5)],
    ]),
    since: [],
  });
});

test("later messages are requested once, starting after the last known one", () => {
  const later = findNews(known, [channel("1", 12, "all")], [], null);
  expect(later).toEqual({ known: new Map([["1", at(12)]]), since: [{ channelId: "1", ...at(10) }] });
  expect(since(later.known, [channel("1", 12, "all")], [], null)).toEqual([]);
  // An older response that arrives late.
  expect(findNews(later.known, [channel("1", 11, "all")], [], null)).toEqual({ known: later.known, since: [] });
});

test("a keyword match is requested once it is found, a moment after its message arrived", () => {
  const came = findNews(known, [channel("1", 12, "mentions")], [], null);
  expect(came).toEqual({ known: new Map([["1", at(12)]]), since: [] });
  const found = findNews(came.known, [channel("1", 12, "mentions", { mentions: 1, matchSeq: 11 })], [], null);
  expect(found).toEqual({ known: new Map([["1", at(12, 11)]]), since: [{ channelId: "1", ...at(12) }] });
  expect(since(found.known, [channel("1", 12, "mentions", { mentions: 1, matchSeq: 11 })], [], null)).toEqual([]);
});

describe("no messages are requested", () => {
  test("in channels without notifications, or whose counts show that nothing can notify", () => {
    const thread = { channelId: "1", unread: 1 };
    expect(since(known, [channel("1", 12, "none", { mentions: 1 })], [thread], null)).toEqual([]);
    expect(since(known, [channel("1", 12, "all", { unread: 0 })], [], null)).toEqual([]);
    expect(since(known, [channel("1", 12, "mentions")], [{ ...thread, channelId: "2" }], null)).toEqual([]);
    expect(since(known, [channel("1", 12, "mentions", { mentions: 1 })], [], null)).toHaveLength(1);
    expect(since(known, [channel("1", 12, "mentions")], [thread], null)).toHaveLength(1);
  });

  test("from the channel the user is looking at, not even afterwards", () => {
    const looked = findNews(known, [channel("1", 12, "all")], [], "1");
    expect(looked).toEqual({ known: new Map([["1", at(12)]]), since: [] });
    expect(since(looked.known, [channel("1", 12, "all")], [], null)).toEqual([]);
  });

  test("from a channel the user has just joined, unlike from a new direct message", () => {
    const joined = [channel("2", 50, "all"), channel("3", 1, "all", { kind: "direct" })];
    expect(since(known, joined, [], null)).toEqual([{ channelId: "3", ...at(0, 0) }]);
  });
});

test("a channel that was missing for a while is still known when it returns", () => {
  const without = findNews(known, [], [], null);
  expect(since(without.known, [channel("1", 11, "all")], [], null)).toEqual([{ channelId: "1", ...at(10) }]);
});

test("a request asks for at most as many channels as the server allows", () => {
  const many = Array.from({ length: 150 }, (_, index) => channel(`${index + 1}`, 2, "all"));
  const all = new Map(many.map(({ id }) => [id, at(1)]));
  expect(since(all, many, [], null)).toHaveLength(100);
});
