import { describe, expect, test } from "vitest";
import type { MessageDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { countToFill, countUnread, firstUnread, type ListRow, reachable, splitRows, toRows } from "./rows";

const ada = { kind: "user", id: "1", name: "Ada", avatarUrl: null } as const;
const ci = { kind: "webhook", id: "9", name: "CI", avatarUrl: null } as const;

function message(seq: number, createdAt: string, more: Partial<MessageDto> = {}): MessageDto {
  return aMessage({ id: `${seq}`, seq, rev: seq, author: ada, createdAt, ...more });
}

function shape(messages: MessageDto[], lastReadSeq: number | null = null, timeZone = "UTC", readerId?: string) {
  return toRows({ messages, lastReadSeq, timeZone, readerId: readerId ?? null }).map(inShort);
}

function inShort(row: ListRow): string {
  if (row.kind === "message") return `${row.message.seq}${row.grouped ? "+" : ""}`;
  if (row.kind !== "muted") return row.kind;
  return `${row.open ? "open" : "muted"} ${row.messages.map(({ seq }) => seq).join(" ")}`;
}

describe("a line about the channel", () => {
  const at = (minute: number) => `2026-11-20T22:0${minute}:00Z`;
  const line = message(2, at(1), { isLine: true });

  test("is never new, isn't hidden with its person, and ends a group", () => {
    const messages = [message(1, at(0)), line, message(3, at(2))];
    expect(shape(messages)).toEqual(["day", "1", "2", "3"]);
    expect(shape(messages, 1, "UTC", "7")).toEqual(["day", "1", "2", "new", "3"]);
    expect(shape([message(1, at(0)), line], 1, "UTC", "7")).toEqual(["day", "1", "2"]);
    expect(firstUnread([line], 1, "7")).toBeNull();
    const rows = toRows({ messages: [line], lastReadSeq: null, timeZone: "UTC", muted: new Set(["1"]) });
    expect(rows.map(inShort)).toEqual(["day", "2"]);
    expect(reachable(rows)).toEqual([]);
  });
});

describe("a silent message", () => {
  const at = "2026-11-20T22:01:00Z";
  const quiet = message(2, at, { author: ci, silent: true });

  test("is never the first unread one and isn't counted, but has its row", () => {
    const loud = message(3, at, { author: { ...ci, id: "10" } });
    expect(shape([quiet], 1, "UTC", "7")).toEqual(["day", "2"]);
    expect(shape([quiet, loud], 1, "UTC", "7")).toEqual(["day", "2", "new", "3"]);
    expect(firstUnread([quiet, loud], 1, "7")).toBe(loud);
    expect(countUnread([quiet, loud], 1, "7")).toBe(1);
  });
});

describe("the rows of a channel", () => {
  const first = message(1, "2026-11-20T22:58:00Z");

  test("group an author's messages within five minutes", () => {
    expect(shape([first, message(2, "2026-11-20T22:59:00Z"), message(3, "2026-11-20T23:10:00Z")])).toEqual([
      "day",
      "1",
      "2+",
      "3",
    ]);
  });

  test("repeat a tool's name at every tenth message and every five minutes, wherever the list begins", () => {
    const at = (minute: number, second = 0) =>
      `2026-11-20T22:${String(minute).padStart(2, "0")}:${String(second).padStart(2, "0")}Z`;
    const posts = (count: number, time: (seq: number) => string) =>
      Array.from({ length: count }, (_, index) =>
        message(index + 1, time(index + 1), { author: ci, content: `build ${index}` }),
      );
    const many = posts(22, () => at(1));
    expect(shape(many).filter((row) => !row.endsWith("+"))).toEqual(["day", "1", "10", "20"]);
    expect(shape(many.slice(4)).filter((row) => !row.endsWith("+"))).toEqual(["day", "5", "10", "20"]);
    const slow = posts(6, (seq) => at(seq * 2));
    expect(shape(slow)).toEqual(["day", "1", "2+", "3", "4+", "5", "6+"]);
    // A burst around the fifth minute stays together.
    expect(shape(posts(2, (seq) => (seq === 1 ? at(4, 58) : at(5, 2))))).toEqual(["day", "1", "2+"]);
  });

  test("keep authors apart, and webhooks that change their name", () => {
    const at = "2026-11-20T22:59:00Z";
    const other = message(2, at, { author: ci });
    const renamed = message(3, at, { author: { ...ci, name: "Deploy" } });
    const withAvatar = message(4, at, { author: { ...ci, name: "Deploy", avatarUrl: "https://x.y/a.png" } });
    expect(shape([first, other, renamed, withAvatar])).toEqual(["day", "1", "2", "3", "4"]);
  });

  test("group a person's messages across name changes", () => {
    const renamed = { ...ada, name: "Ada King", avatarUrl: "/api/pictures/1" };
    expect(shape([first, message(2, "2026-11-20T22:59:00Z", { author: renamed })])).toEqual(["day", "1", "2+"]);
  });

  test("split days in the reader's time zone", () => {
    const both = [message(1, "2026-11-20T22:59:00Z"), message(2, "2026-11-20T23:01:00Z")];
    expect(shape(both, null, "UTC")).toEqual(["day", "1", "2+"]);
    expect(shape(both, null, "Europe/Berlin")).toEqual(["day", "1", "day", "2"]);
  });

  test("have one unread line, above the first unread message and never above your own", () => {
    const own = message(2, "2026-11-20T22:59:00Z");
    const theirs = message(3, "2026-11-20T22:59:10Z", { author: ci });
    expect(shape([first, own, theirs], 1)).toEqual(["day", "1", "new", "2", "3"]);
    expect(shape([first, own, theirs], 1, "UTC", "1")).toEqual(["day", "1", "2+", "new", "3"]);
    expect(shape([first, own, theirs], 3)).toEqual(["day", "1", "2+", "3"]);
  });

  test("leave out deleted messages", () => {
    expect(shape([message(1, "2026-11-19T10:00:00Z", { deleted: true }), message(2, "2026-11-20T22:59:00Z")])).toEqual([
      "day",
      "2",
    ]);
  });

  test("keep a message's row when the stored message replaces the pending one", () => {
    const key = (id: string) =>
      toRows({ messages: [message(1, first.createdAt, { id, nonce: "n" })], lastReadSeq: null, timeZone: "UTC" }).at(-1)
        ?.key;
    expect(key("pending")).toBe(key("123"));
  });
});

describe("messages by muted webhooks", () => {
  const at = "2026-11-20T22:58:00Z";
  const deploy = { ...ci, id: "10", name: "Deploy" };
  const messages = [
    message(1, at),
    message(2, at, { author: ci }),
    message(3, at, { author: { ...ci, name: "CI of main" } }),
    message(4, at, { author: deploy }),
    message(5, at),
    message(6, at, { author: ci }),
    message(7, "2026-11-21T10:00:00Z", { author: ci }),
    message(8, "2026-11-21T10:00:00Z", { author: ci }),
  ];
  const rows = (muted: string[], more: { open?: string[]; lastReadSeq?: number } = {}) =>
    toRows({
      messages,
      lastReadSeq: more.lastReadSeq ?? null,
      timeZone: "UTC",
      muted: new Set(muted),
      open: new Set(more.open),
    });

  test("are one row per run, never across days", () => {
    expect(rows(["9"]).map(inShort)).toEqual(["day", "1", "muted 2 3", "4", "5", "muted 6", "day", "muted 7 8"]);
    expect(rows(["9", "10"]).map(inShort).slice(0, 4)).toEqual(["day", "1", "muted 2 3 4", "5"]);
  });

  test("are all shown when one of the run is opened", () => {
    const shown = ["day", "1", "open 2 3", "2", "3", "4", "5", "muted 6", "day", "open 7 8", "7", "8+"];
    expect(rows(["9"], { open: ["3", "8"] }).map(inShort)).toEqual(shown);
  });

  test("keep their row when more arrive", () => {
    const keys = (count: number) =>
      toRows({ messages: messages.slice(6, count), lastReadSeq: null, timeZone: "UTC", muted: new Set(["9"]) })[1]?.key;
    expect(keys(7)).toBe(keys(8));
  });

  test("are never new", () => {
    const shown = rows(["9", "10"], { lastReadSeq: 1 }).map(inShort);
    expect(shown.slice(0, 5)).toEqual(["day", "1", "muted 2 3 4", "new", "5"]);
    expect(rows(["9"], { lastReadSeq: 5 }).map(inShort)).not.toContain("new");
    const muted = new Set(["9"]);
    expect([firstUnread(messages, 1, "2", muted)?.seq, countUnread(messages, 1, "2", muted)]).toEqual([4, 2]);
    expect([firstUnread(messages, 5, "2", muted), countUnread(messages, 1, "2")]).toEqual([null, 7]);
  });

  test("are never split", () => {
    const all = rows(["9", "10"], { lastReadSeq: 4 });
    expect(splitRows(all, 4).map((part) => part.map(inShort))).toEqual([
      ["day", "1", "muted 2 3 4"],
      ["new", "5", "muted 6", "day", "muted 7 8"],
    ]);
    expect(splitRows(all, 2)[1].map(inShort)[0]).toBe("muted 2 3 4");
  });
});

describe("unread messages", () => {
  const at = "2026-11-20T22:59:00Z";
  const messages = [
    message(1, at, { author: ci }),
    message(2, at),
    message(3, at, { author: ci, deleted: true }),
    message(4, at, { author: ci }),
    message(5, at, { author: ci, content: "ho" }),
  ];

  test("are other people's after the read position, except deleted ones", () => {
    expect([firstUnread(messages, 1, "1")?.seq, countUnread(messages, 1, "1")]).toEqual([4, 2]);
    expect([firstUnread(messages, 5, "1"), countUnread(messages, 5, "1")]).toEqual([null, 0]);
  });

  test("are split from read ones, with the day and unread line above them", () => {
    const rows = toRows({ messages, lastReadSeq: 2, readerId: "1", timeZone: "UTC" });
    const kinds = (part: typeof rows) => part.map(inShort);
    expect(splitRows(rows, 2).map(kinds)).toEqual([
      ["day", "1", "2"],
      ["new", "4", "5+"],
    ]);
    expect(splitRows(rows, 0).map(kinds)).toEqual([[], ["day", "1", "2", "new", "4", "5+"]]);
    expect(splitRows(rows, 9).map(kinds)).toEqual([["day", "1", "2", "new", "4", "5+"], []]);
    expect(splitRows([], 0)).toEqual([[], []]);
  });
});

describe("how many messages fill a window", () => {
  const minute = (seq: number) => `2026-11-20T22:${String(seq).padStart(2, "0")}:00Z`;
  const posts = (more: (seq: number) => Partial<MessageDto>) =>
    Array.from({ length: 50 }, (_, index) =>
      message(index + 1, minute(index), { content: `${index}`, ...more(index) }),
    );
  const count = (messages: MessageDto[], muted: string[] = []) => countToFill(messages, 560, new Set(muted));

  test("more of those that stand close together than of those with a name and a card", () => {
    expect(count(posts(() => ({})))).toBe(20);
    expect(count(posts((seq) => ({ author: seq % 2 ? ada : ci })))).toBe(12);
    expect(count(posts((seq) => ({ author: seq % 2 ? ada : ci, embeds: [{ title: "Build" }] })))).toBe(8);
    expect(count(posts(() => ({ content: "", embeds: [{ title: "Build" }] })))).toBe(16);
  });

  test("all of those that take no room of their own", () => {
    expect(count(posts(() => ({ author: ci, content: "Down" })))).toBe(50);
    expect(
      count(
        posts(() => ({})),
        [ada.id],
      ),
    ).toBe(50);
    expect(count([])).toBe(0);
  });
});
