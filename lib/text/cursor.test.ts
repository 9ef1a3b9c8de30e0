import { expect, test } from "vitest";
import { cursorParameter, cursorText } from "@/lib/text/cursor";

test("a cursor is decoded unchanged, whatever its key contains", () => {
  for (const key of ["", "ci 00000000000000000002", "a.b.c", "Zoë 🎉"]) {
    expect(cursorParameter.parse(cursorText({ key, id: 7n }))).toEqual({ key, id: 7n });
  }
});

test("anything else isn't a cursor, and nothing that PostgreSQL refuses gets through", () => {
  for (const text of [
    undefined,
    "",
    "7",
    ".a",
    "x.a",
    "0.a",
    "99999999999999999999.a",
    ["7.a"],
    `7.${"a".repeat(4_000)}`,
  ]) {
    expect(cursorParameter.parse(text)).toBeUndefined();
  }
  expect(cursorParameter.parse("7.a\0b\ud800")).toEqual({ key: "ab\ufffd", id: 7n });
});
