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

test("what is there at first is known, and notifies nobody", () => {
  const first = findNews(null, [channel("1", 10, "all"), channel("2", 5, "all", { kind: "direct" })], [], null);
  expect(first).toEqual({
    known: new Map([
      ["1", at(10)],
      ["2", at(5, 5)],
    ]),
    since: [],
  });
});

test("what comes later is asked for once, from where one was", () => {
  const later = findNews(known, [channel("1", 12, "all")], [], null);
  expect(later).toEqual({ known: new Map([["1", at(12)]]), since: [{ channelId: "1", ...at(10) }] });
  expect(since(later.known, [channel("1", 12, "all")], [], null)).toEqual([]);
  // An older answer that comes late.
  expect(findNews(later.known, [channel("1", 11, "all")], [], null)).toEqual({ known: later.known, since: [] });
});

test("what matches a keyword is asked for once it is found, a moment after its message came", () => {
  const came = findNews(known, [channel("1", 12, "mentions")], [], null);
  expect(came).toEqual({ known: new Map([["1", at(12)]]), since: [] });
  const found = findNews(came.known, [channel("1", 12, "mentions", { mentions: 1, matchSeq: 11 })], [], null);
  expect(found).toEqual({ known: new Map([["1", at(12, 11)]]), since: [{ channelId: "1", ...at(12) }] });
  expect(since(found.known, [channel("1", 12, "mentions", { mentions: 1, matchSeq: 11 })], [], null)).toEqual([]);
});

describe("nothing is asked for", () => {
  test("where nothing notifies, or the counts say that nothing can", () => {
    const thread = { channelId: "1", unread: 1 };
    expect(since(known, [channel("1", 12, "none", { mentions: 1 })], [thread], null)).toEqual([]);
    expect(since(known, [channel("1", 12, "all", { unread: 0 })], [], null)).toEqual([]);
    expect(since(known, [channel("1", 12, "mentions")], [{ ...thread, channelId: "2" }], null)).toEqual([]);
    expect(since(known, [channel("1", 12, "mentions", { mentions: 1 })], [], null)).toHaveLength(1);
    expect(since(known, [channel("1", 12, "mentions")], [thread], null)).toHaveLength(1);
  });

  test("of the channel that one is looking at, also not afterwards", () => {
    const looked = findNews(known, [channel("1", 12, "all")], [], "1");
    expect(looked).toEqual({ known: new Map([["1", at(12)]]), since: [] });
    expect(since(looked.known, [channel("1", 12, "all")], [], null)).toEqual([]);
  });

  test("of a channel that one has just joined, but of a direct message that has just begun", () => {
    const joined = [channel("2", 50, "all"), channel("3", 1, "all", { kind: "direct" })];
    expect(since(known, joined, [], null)).toEqual([{ channelId: "3", ...at(0, 0) }]);
  });
});

test("a channel that goes out of sight for a while is known when it comes back", () => {
  const without = findNews(known, [], [], null);
  expect(since(without.known, [channel("1", 11, "all")], [], null)).toEqual([{ channelId: "1", ...at(10) }]);
});

test("no more is asked for at once than the server answers", () => {
  const many = Array.from({ length: 150 }, (_, index) => channel(`${index + 1}`, 2, "all"));
  const all = new Map(many.map(({ id }) => [id, at(1)]));
  expect(since(all, many, [], null)).toHaveLength(100);
});
