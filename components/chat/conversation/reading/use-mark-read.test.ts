import { describe, expect, test } from "vitest";
import { type ReadingEvent, type ReadMark, readingReducer, startReading } from "./use-mark-read";

const looking = (newest: number): ReadingEvent => ({ type: "shown", newest, looking: true });
const away = (newest: number): ReadingEvent => ({ type: "shown", newest, looking: false });
const elsewhere = (lastReadSeq: number): ReadingEvent => ({ type: "moved", lastReadSeq, back: false });
const unread = (seq: number): ReadingEvent => ({ type: "moved", lastReadSeq: seq - 1, back: true });

function position(start: ReadMark, ...events: ReadingEvent[]) {
  const { read, line, reportSeq } = events.reduce(readingReducer, start);
  return { read, line, reportSeq };
}

describe("the read position of an open channel", () => {
  test("moves only while the reader looks at the channel's end", () => {
    expect(position(startReading(5, 10), away(10), away(12))).toEqual({ read: 5, line: 5, reportSeq: 0 });
    expect(position(startReading(5, 10), looking(10))).toEqual({ read: 10, line: 5, reportSeq: 10 });
  });

  test("is reported once", () => {
    const read = readingReducer(startReading(5, 10), looking(10));
    expect(readingReducer(read, looking(10))).toBe(read);
    expect(readingReducer(read, elsewhere(10))).toBe(read);
  });

  test("doesn't go back when this tab's own report arrives late", () => {
    expect(position(startReading(10, 10), looking(11), looking(12), elsewhere(11))).toMatchObject({
      read: 12,
      line: 12,
    });
  });

  test("moves to where another tab has read", () => {
    expect(position(startReading(5, 10), away(10), elsewhere(8))).toEqual({ read: 8, line: 8, reportSeq: 0 });
  });
});

describe("the line 'New'", () => {
  test("stays where the reader started when more messages arrive", () => {
    expect(position(startReading(5, 10), looking(10), looking(12))).toEqual({ read: 12, line: 5, reportSeq: 12 });
  });

  test("doesn't appear for messages that arrive while the reader looks", () => {
    expect(position(startReading(10, 10), looking(10), looking(11), looking(12)).line).toBe(12);
  });

  test("is above the first message that arrived while the reader was away, and stays afterwards", () => {
    expect(position(startReading(10, 10), looking(11), away(12), away(13))).toMatchObject({ read: 11, line: 11 });
    expect(position(startReading(10, 10), looking(11), away(12), looking(12))).toMatchObject({ read: 12, line: 11 });
  });

  test("moves the next time the reader is away", () => {
    expect(position(startReading(5, 10), looking(10), away(10), away(11)).line).toBe(10);
  });

  test("stays while further pages of unread messages load", () => {
    expect(position(startReading(5, 60), away(60), away(110), looking(160))).toMatchObject({ read: 160, line: 5 });
  });

  test("disappears when the reader marks all as read", () => {
    expect(position(startReading(5, 10), { type: "caught-up" })).toEqual({ read: 10, line: 10, reportSeq: 10 });
  });
});

describe("marking as unread", () => {
  const marked = [looking(10), unread(7), looking(10)];

  test("puts the line above the message, and viewing it doesn't mark it as read", () => {
    expect(position(startReading(10, 10), ...marked)).toEqual({ read: 6, line: 6, reportSeq: 0 });
    expect(position(startReading(10, 10), ...marked, looking(11))).toEqual({ read: 6, line: 6, reportSeq: 0 });
  });

  test("lasts until the reader scrolls or marks all as read", () => {
    expect(position(startReading(10, 10), ...marked, { type: "released" }, looking(10))).toMatchObject({ read: 10 });
    expect(position(startReading(10, 10), ...marked, { type: "caught-up" })).toMatchObject({ read: 10, line: 10 });
  });

  test("never moves the position forward", () => {
    expect(position(startReading(5, 10), unread(9))).toMatchObject({ read: 5, line: 5 });
  });
});
