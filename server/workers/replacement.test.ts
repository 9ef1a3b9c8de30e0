import { expect, test } from "vitest";
import { secondsUntilReplaced } from "@/server/workers/replacement";

test("a worker is replaced at once, and the later the more often it ends", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1000].map(secondsUntilReplaced)).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
});
