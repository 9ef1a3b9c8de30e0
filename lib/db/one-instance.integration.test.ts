import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { onOneInstance } from "@/lib/db/one-instance";

test("work can run again as soon as it has ended, also if it failed", async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs % 2 === 0) throw new Error("It failed.");
  };
  for (let round = 0; round < 20; round += 1) {
    // With connections that are open already, nothing delays the next run.
    await Promise.all(Array.from({ length: 5 }, () => pool().query("SELECT pg_sleep(0.01)")));
    for (let index = 0; index < 5; index += 1) await onOneInstance("parley_test_again", work).catch(() => {});
  }
  expect(runs).toBe(100);
});
