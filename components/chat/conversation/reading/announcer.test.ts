import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { announcement } from "./announcement";
import { type Heard, hear } from "./announcer";

const nothing: Heard = { latest: 10, waiting: null };
const ada = { kind: "user" as const, id: "7", name: "Ada", avatarUrl: null };

test("new messages by others are queued", () => {
  const first = hear(nothing, [aMessage({ seq: 12, content: "b" }), aMessage({ seq: 11, content: "a" })], "7");
  expect(first).toMatchObject({ latest: 12, waiting: { count: 2, last: { content: "b" } } });
  const second = hear(first, [aMessage({ seq: 13, content: "c" })], "7");
  expect(second).toMatchObject({ latest: 13, waiting: { count: 3, last: { content: "c" } } });
});

test("your own, known, edited, deleted and silent messages and replies aren't new", () => {
  const thread = { replyCount: 1, lastReplyAt: "2026-11-21T10:00:00Z", lastReplySeq: 9 };
  const changes = [
    aMessage({ seq: 11, author: ada }),
    aMessage({ seq: 4, content: "edited" }),
    aMessage({ seq: 12, editedAt: "2026-11-21T10:00:00Z" }),
    aMessage({ seq: 13, threadId: "1" }),
    aMessage({ seq: 14, thread }),
    aMessage({ seq: 15, deleted: true }),
    aMessage({ seq: 16, pinned: true }),
    aMessage({ seq: 17, reactions: [{ emoji: "👍", people: [] }] }),
    aMessage({ seq: 18, silent: true }),
  ];
  expect(hear(nothing, changes, "7")).toEqual({ latest: 18, waiting: null });
});

test("a repeated change is counted once", () => {
  const change = [aMessage({ seq: 11 })];
  expect(hear(hear(nothing, change, "7"), change, "7").waiting?.count).toBe(1);
});

test("one message is announced with its author, several with their number and the latest", () => {
  const last = aMessage({ content: "**Build** [42](https://example.com) failed:\n\n- `tests`\n- <b>lint</b>" });
  expect(announcement({ count: 1, last })).toBe("CI: Build 42 failed: tests <b>lint</b>");
  expect(announcement({ count: 5, last: aMessage({ author: ada }) })).toBe("5 new messages, the latest from Ada: hi");
});

test("announcements are short and include embeds", () => {
  const said = announcement({ count: 1, last: aMessage({ content: "word ".repeat(100) }) });
  expect(said.length).toBeLessThanOrEqual(126);
  expect(said.endsWith("word…")).toBe(true);
  expect(announcement({ count: 1, last: aMessage({ content: "", embeds: [{ title: "Deployed" }] }) })).toBe(
    "CI: Deployed",
  );
  expect(
    announcement({
      count: 1,
      last: aMessage({
        content: "hi <@117430585659490399>",
        mentions: [{ id: "117430585659490399", name: "Grace", notifies: true }],
      }),
    }),
  ).toBe("CI: hi @Grace");
});
