import { expect, test } from "vitest";
import { nextChannel } from "./use-channel-keys";

const channels = [
  { id: "a", unread: 2 },
  { id: "b", unread: 0 },
  { id: "c", unread: 1 },
  { id: "d", unread: 0 },
];

test("the next unread channel is the nearest below, wrapping to the top", () => {
  expect(nextChannel(channels, "a", "next")).toBe("c");
  expect(nextChannel(channels, "b", "next")).toBe("c");
  expect(nextChannel(channels, "c", "next")).toBe("a");
  expect(nextChannel(channels, "d", "next")).toBe("a");
});

test("the previous unread channel is the nearest above, wrapping to the bottom", () => {
  expect(nextChannel(channels, "d", "previous")).toBe("c");
  expect(nextChannel(channels, "c", "previous")).toBe("a");
  expect(nextChannel(channels, "a", "previous")).toBe("c");
});

test("from a page outside the list, the search starts at its ends", () => {
  expect(nextChannel(channels, null, "next")).toBe("a");
  expect(nextChannel(channels, "gone", "previous")).toBe("c");
});

test("the open channel is never the next unread one, and there may be none", () => {
  expect(nextChannel([{ id: "a", unread: 5 }], "a", "next")).toBeNull();
  expect(nextChannel([{ id: "b", unread: 0 }], "a", "next")).toBeNull();
  expect(nextChannel([], null, "previous")).toBeNull();
});

test("the channel below or above the open one comes next, read or not, around the ends", () => {
  expect(nextChannel(channels, "b", "below")).toBe("c");
  expect(nextChannel(channels, "b", "above")).toBe("a");
  expect(nextChannel(channels, "a", "above")).toBe(channels.at(-1)?.id);
  expect(nextChannel(channels, null, "below")).toBe("a");
});
