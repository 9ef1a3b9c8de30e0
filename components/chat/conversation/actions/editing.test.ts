import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { lastOwnMessage } from "./editing";

test("the person's last message is found, skipping deleted ones and other people's", () => {
  const mine = { kind: "user", id: "7", name: "Ada", avatarUrl: null } as const;
  const messages = [
    aMessage({ id: "1", author: mine }),
    aMessage({ id: "2", author: mine }),
    aMessage({ id: "3", author: { ...mine, kind: "webhook" } }),
    aMessage({ id: "4", author: { ...mine, id: "8" } }),
    aMessage({ id: "5", author: mine, deleted: true }),
  ];
  expect(lastOwnMessage(messages, "7")).toBe("2");
  expect(lastOwnMessage(messages, "9")).toBe(null);
});
