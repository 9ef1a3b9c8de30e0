import { expect, test } from "vitest";
import { nextUnread } from "./use-read-shortcuts";

const channels = [
  { id: "a", unread: 2 },
  { id: "b", unread: 0 },
  { id: "c", unread: 1 },
  { id: "d", unread: 0 },
];

test("the next unread channel is the nearest below, wrapping to the top", () => {
  expect(nextUnread(channels, "a", "next")).toBe("c");
  expect(nextUnread(channels, "b", "next")).toBe("c");
  expect(nextUnread(channels, "c", "next")).toBe("a");
  expect(nextUnread(channels, "d", "next")).toBe("a");
});

test("the previous unread channel is the nearest above, wrapping to the bottom", () => {
  expect(nextUnread(channels, "d", "previous")).toBe("c");
  expect(nextUnread(channels, "c", "previous")).toBe("a");
  expect(nextUnread(channels, "a", "previous")).toBe("c");
});

test("from a page outside the list, the search starts at its ends", () => {
  expect(nextUnread(channels, null, "next")).toBe("a");
  expect(nextUnread(channels, "gone", "previous")).toBe("c");
});

test("the open channel is never the next unread one, and there may be none", () => {
  expect(nextUnread([{ id: "a", unread: 5 }], "a", "next")).toBeNull();
  expect(nextUnread([{ id: "b", unread: 0 }], "a", "next")).toBeNull();
  expect(nextUnread([], null, "previous")).toBeNull();
});
