import { expect, test } from "vitest";
import type { PendingMessage } from "@/components/composer/pending";
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

test("what was on its way when its channel was left comes back, to be sent again", () => {
  keepUnsent("1", [pending(), pending({ nonce: "m", error: "Too long.", offline: false })]);
  expect(takeUnsent("1")).toMatchObject([
    { nonce: "n", content: "hello", offline: true, error: expect.stringContaining("Not sent yet") },
    { nonce: "m", error: "Too long.", offline: false },
  ]);
  expect(takeUnsent("2")).toEqual([]);
  keepUnsent("1", []);
  expect(takeUnsent("1")).toEqual([]);
});
