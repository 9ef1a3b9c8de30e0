import { expect, test } from "vitest";
import { placeParameter, placeText } from "@/lib/list-place";

test("a place comes back as it was, whatever is in its key", () => {
  for (const key of ["", "ci 00000000000000000002", "a.b.c", "Zoë 🎉"]) {
    expect(placeParameter.parse(placeText({ key, id: 7n }))).toEqual({ key, id: 7n });
  }
});

test("what is no place is the list's beginning, and nothing that PostgreSQL refuses comes through", () => {
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
    expect(placeParameter.parse(text)).toBeUndefined();
  }
  expect(placeParameter.parse("7.a\0b\ud800")).toEqual({ key: "ab\ufffd", id: 7n });
});
