import { expect, test } from "vitest";
import type { PendingMessage } from "@/components/chat/composer/pending";
import { keepUnsent, takeUnsent } from "./unsent";

const pending = (fields: Partial<PendingMessage> = {}): PendingMessage => {
  return {
    nonce: "n",
    content: "hello",
    files: [],
    createdAt: "2026-11-21T09:30:00Z",
    error: null,
    offline: false,
    ...fields,
  };
};

const [one, two] = [
  { channelId: "1", threadId: null },
  { channelId: "1", threadId: "2" },
];

test("a channel's unsent messages return when it is opened, to be sent again", () => {
  keepUnsent(one, [pending(), pending({ nonce: "m", error: "Too long.", offline: false })]);
  expect(takeUnsent(one)).toMatchObject([
    { nonce: "n", content: "hello", offline: true, error: expect.stringContaining("Not sent yet") },
    { nonce: "m", error: "Too long.", offline: false },
  ]);
  expect(takeUnsent(two)).toEqual([]);
  keepUnsent(one, []);
  expect(takeUnsent(one)).toEqual([]);
});
