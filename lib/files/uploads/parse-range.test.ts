import { expect, test } from "vitest";
import { parseRange } from "@/lib/files/uploads/serve-attachment";

test.each([
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=4-", { start: 4, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["bytes=5-999", { start: 5, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=3-1", null],
  ["bytes=-", null],
  ["bytes=0-1,4-5", null],
  ["lines=0-1", null],
  ["bytes=0-99999999999999999999", null],
  [null, null],
])("%s of ten bytes", (header, range) => expect(parseRange(header, 10)).toEqual(range));

test("an empty file has no ranges", () => expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable"));
