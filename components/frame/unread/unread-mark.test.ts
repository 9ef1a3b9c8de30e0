import { expect, test } from "vitest";
import { isUnread } from "./unread-mark";

test("a muted channel is unread only for mentions, and a muted direct message never", () => {
  const channel = { kind: "public", notifications: "mentions", unread: 1, mentions: 0 } as const;
  const muted = { ...channel, notifications: "none" } as const;
  expect(isUnread(channel)).toBe(true);
  expect(isUnread(muted)).toBe(false);
  expect(isUnread({ ...muted, mentions: 1 })).toBe(true);
  expect(isUnread({ ...muted, mentions: 1, kind: "direct" })).toBe(false);
});
