import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import type { MessageDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";
import { belongsTo } from "./fold";
import { type ListRow, toRows } from "./rows";

const at = "2026-11-21T10:00:00Z";
const ada = { kind: "user", id: "1", name: "Ada", avatarUrl: null } as const;
const ci = { kind: "webhook", id: "9", name: "CI", avatarUrl: null } as const;
const muted = { kind: "webhook", id: "10", name: "Noise", avatarUrl: null } as const;

const file: AttachmentDto = {
  id: "7",
  name: "build.log",
  size: 1,
  contentType: "text/plain",
  width: null,
  height: null,
  description: "",
  url: "/files/7",
  shown: null,
};

function message(seq: number, more: Partial<MessageDto> = {}): MessageDto {
  return aMessage({ id: `${seq}`, seq, rev: seq, author: ci, createdAt: at, ...more });
}

function folds(more: Partial<MessageDto>, before: Partial<MessageDto> = {}): boolean {
  return belongsTo([message(1, before)], message(2, more));
}

describe("a message that repeats the previous one", () => {
  test("is folded if its webhook has the same name and avatar, however late it comes", () => {
    expect(folds({})).toBe(true);
    expect(folds({ createdAt: "2026-11-21T18:00:00Z" })).toBe(true);
    expect(folds({ content: "ho" })).toBe(false);
    expect(folds({ author: { ...ci, id: "10" } })).toBe(false);
    expect(folds({ author: { ...ci, name: "Deploy" } })).toBe(false);
    expect(folds({ author: { ...ci, avatarUrl: "https://example.com/a.png" } })).toBe(false);
    expect(folds({ mentionsEveryone: true })).toBe(false);
    expect(folds({ author: ada }, { author: ada })).toBe(false);
  });

  test("is folded if its cards differ only in their timestamp", () => {
    const card = { title: "Disk is full", fields: [{ name: "Free", value: "1 %" }], timestamp: at };
    const before = { content: "", embeds: [card] };
    expect(folds({ content: "", embeds: [{ ...card, timestamp: "2026-11-21T10:01:00Z" }] }, before)).toBe(true);
    expect(folds({ content: "", embeds: [{ ...card, fields: [{ name: "Free", value: "2 %" }] }] }, before)).toBe(false);
    expect(folds({ content: "", embeds: [card, card] }, before)).toBe(false);
    const { timestamp, ...timeless } = card;
    expect(folds({ content: "", embeds: [{ timestamp, ...timeless }] }, { ...before, embeds: [timeless] })).toBe(true);
  });

  test("is folded if its card's facts differ only in times and durations", () => {
    const said = (took: string, startedAt: string, word = "Failed") => ({
      content: "",
      embeds: [
        {
          title: "backup",
          fields: [{ name: "Took", value: took, kind: "duration" as const }],
          card: { subject: "backup", startedAt, state: { word, tone: "bad" as const, open: false } },
        },
      ],
    });
    const later = "2026-11-21T11:00:00Z";
    expect(folds(said("3 s", later), said("2 s", at))).toBe(true);
    expect(folds(said("2 s", at, "Down"), said("2 s", at))).toBe(false);
  });

  test.each<[string, Partial<MessageDto>]>([
    ["a reaction", { reactions: [{ emoji: "👍", people: [{ id: "1", name: "Ada" }] }] }],
    ["replies", { thread: { replyCount: 1, lastReplyAt: at, lastReplySeq: 3 } }],
    ["a pin", { pinned: true }],
    ["an edit", { editedAt: at }],
    ["a file", { attachments: [file] }],
    ["a person who sent it manually", { sentBy: { id: "1", name: "Ada" } }],
  ])("isn't folded if it has %s", (_, more) => {
    expect(folds(more)).toBe(false);
    expect(folds({}, more)).toBe(false);
    expect(folds(more, more)).toBe(false);
  });

  test("starts a new fold after many, at a point independent of the run's start", () => {
    const all = Array.from({ length: 1300 }, (_, n) => message(n + 101));
    const begins = (from: number) =>
      rowsOf(all.slice(from)).flatMap((row) => (row.kind === "message" ? row.message.seq : []));
    expect(begins(0)).toEqual([101, 500, 750, 1000, 1250]);
    expect(begins(40)).toEqual([141, 500, 750, 1000, 1250]);
    expect(begins(500)).toEqual([601, 1000, 1250]);
  });
});

function rowsOf(messages: MessageDto[], more: Partial<Parameters<typeof toRows>[0]> = {}): ListRow[] {
  return toRows({ messages, lastReadSeq: null, timeZone: "UTC", ...more });
}

/** The messages that a row represents. */
function standsFor(row: ListRow): MessageDto[] {
  if (row.kind === "muted") return row.open ? [] : row.messages;
  if (row.kind !== "message") return [];
  return row.fold && !row.fold.open ? row.fold.messages : [row.message];
}

const inShort = (row: ListRow) =>
  row.kind === "day" || row.kind === "new"
    ? row.kind
    : standsFor(row)
        .map(({ seq }) => seq)
        .join(" ");

describe("the rows of repeated messages", () => {
  const three = [message(1), message(2), message(3)];

  test("are a single row until they are opened", () => {
    expect(rowsOf(three).map(inShort)).toEqual(["day", "1 2 3"]);
    expect(rowsOf(three)[1]?.key).toBe(rowsOf([message(1)])[1]?.key);
    expect(rowsOf(three, { unfolded: new Set(["2"]) }).map(inShort)).toEqual(["day", "1", "2", "3"]);
    expect(rowsOf([...three, message(4)], { unfolded: new Set(["2"]) }).map(inShort)).toEqual([
      "day",
      "1",
      "2",
      "3",
      "4",
    ]);
  });

  test("never cross the unread line, a day or muted messages, and don't fold messages with reactions or replies", () => {
    expect(rowsOf(three, { lastReadSeq: 1 }).map(inShort)).toEqual(["day", "1", "new", "2 3"]);
    const days = [message(1), message(2), message(3, { createdAt: "2026-11-22T10:00:00Z" })];
    expect(rowsOf(days).map(inShort)).toEqual(["day", "1 2", "day", "3"]);
    const noise = [message(1), message(2), message(3, { author: muted }), message(4), message(5)];
    expect(rowsOf(noise, { muted: new Set(["10"]) }).map(inShort)).toEqual(["day", "1 2", "3", "4 5"]);
    expect(rowsOf([message(1, { pinned: true }), message(2), message(3)]).map(inShort)).toEqual(["day", "1", "2 3"]);
  });

  test("keep the same fold object until it changes", () => {
    const fold = (messages: MessageDto[]) =>
      rowsOf(messages).flatMap((row) => (row.kind === "message" && row.fold) || [])[0];
    expect(fold([...three, message(4, { content: "other" })])).toBe(fold(three));
    expect(fold([...three, message(4)])).not.toBe(fold(three));
  });

  test("contain every message once and in order", () => {
    const some = fc.record({
      content: fc.constantFrom("a", "b"),
      author: fc.constantFrom(ci, ci, muted, ada),
      pinned: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      createdAt: fc.constant(at),
    });
    const chosen = fc.uniqueArray(fc.nat(30), { maxLength: 3 }).map((seqs) => new Set(seqs.map(String)));
    const line = fc.option(fc.nat(30));
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), chosen, chosen, line, (posted, open, unfolded, lastReadSeq) => {
        const messages = posted.map((each, n) => message(n + 1, each));
        const rows = rowsOf(messages, { muted: new Set(["10"]), open, unfolded, lastReadSeq });
        expect(rows.flatMap(standsFor)).toEqual(messages);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });
});
