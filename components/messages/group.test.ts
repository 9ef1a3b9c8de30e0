import { describe, expect, it } from "vitest";
import type { MessageDto } from "@/lib/messages/dto";
import { countUnread, firstUnread, splitRows, toRows } from "./group";
import { aMessage } from "./testing/message";

const ada = { kind: "user", id: "1", name: "Ada", avatarUrl: null } as const;
const ci = { kind: "webhook", id: "9", name: "CI", avatarUrl: null } as const;

function message(seq: number, createdAt: string, more: Partial<MessageDto> = {}): MessageDto {
  return aMessage({ id: `${seq}`, seq, rev: seq, author: ada, createdAt, ...more });
}

function shape(messages: MessageDto[], lastReadSeq: number | null = null, timeZone = "UTC", readerId?: string) {
  return toRows({ messages, lastReadSeq, timeZone, readerId: readerId ?? null }).map((row) =>
    row.kind === "message" ? `${row.message.seq}${row.grouped ? "+" : ""}` : row.kind,
  );
}

describe("the rows of a channel", () => {
  const first = message(1, "2026-11-20T22:58:00Z");

  it("join what one author says within five minutes", () => {
    expect(shape([first, message(2, "2026-11-20T22:59:00Z"), message(3, "2026-11-20T23:10:00Z")])).toEqual([
      "day",
      "1",
      "2+",
      "3",
    ]);
  });

  it("keep authors apart, and webhooks that change their name", () => {
    const at = "2026-11-20T22:59:00Z";
    const other = message(2, at, { author: ci });
    const renamed = message(3, at, { author: { ...ci, name: "Deploy" } });
    const pictured = message(4, at, { author: { ...ci, name: "Deploy", avatarUrl: "https://x.y/a.png" } });
    expect(shape([first, other, renamed, pictured])).toEqual(["day", "1", "2", "3", "4"]);
  });

  it("cut the days where the reader's clock does", () => {
    const both = [message(1, "2026-11-20T22:59:00Z"), message(2, "2026-11-20T23:01:00Z")];
    expect(shape(both, null, "UTC")).toEqual(["day", "1", "2+"]);
    expect(shape(both, null, "Europe/Berlin")).toEqual(["day", "1", "day", "2"]);
  });

  it("draw the line before the first unread message, once, and not before one's own", () => {
    const own = message(2, "2026-11-20T22:59:00Z");
    const theirs = message(3, "2026-11-20T22:59:10Z", { author: ci });
    expect(shape([first, own, theirs], 1)).toEqual(["day", "1", "new", "2", "3"]);
    expect(shape([first, own, theirs], 1, "UTC", "1")).toEqual(["day", "1", "2+", "new", "3"]);
    expect(shape([first, own, theirs], 3)).toEqual(["day", "1", "2+", "3"]);
  });

  it("leave out what was deleted", () => {
    expect(shape([message(1, "2026-11-19T10:00:00Z", { deleted: true }), message(2, "2026-11-20T22:59:00Z")])).toEqual([
      "day",
      "2",
    ]);
  });

  it("keep a message's row when its answer replaces the pending one", () => {
    const key = (id: string) =>
      toRows({ messages: [message(1, first.createdAt, { id, nonce: "n" })], lastReadSeq: null, timeZone: "UTC" }).at(-1)
        ?.key;
    expect(key("pending")).toBe(key("123"));
  });
});

describe("what is unread", () => {
  const at = "2026-11-20T22:59:00Z";
  const messages = [
    message(1, at, { author: ci }),
    message(2, at),
    message(3, at, { author: ci, deleted: true }),
    message(4, at, { author: ci }),
    message(5, at, { author: ci }),
  ];

  it("is what others wrote after the read position, and still stands", () => {
    expect([firstUnread(messages, 1, "1")?.seq, countUnread(messages, 1, "1")]).toEqual([4, 2]);
    expect([firstUnread(messages, 5, "1"), countUnread(messages, 5, "1")]).toEqual([null, 0]);
  });

  it("is split from what is read before its day and its line", () => {
    const rows = toRows({ messages, lastReadSeq: 2, readerId: "1", timeZone: "UTC" });
    const kinds = (part: typeof rows) => part.map((row) => (row.kind === "message" ? row.message.seq : row.kind));
    expect(splitRows(rows, 2).map(kinds)).toEqual([
      ["day", 1, 2],
      ["new", 4, 5],
    ]);
    expect(splitRows(rows, 0).map(kinds)).toEqual([[], ["day", 1, 2, "new", 4, 5]]);
    expect(splitRows(rows, 9).map(kinds)).toEqual([["day", 1, 2, "new", 4, 5], []]);
    expect(splitRows([], 0)).toEqual([[], []]);
  });
});
