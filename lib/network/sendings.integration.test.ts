import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { countSending, recentSendings, storeSendings } from "@/lib/network/sendings";

async function forget(): Promise<void> {
  await storeSendings();
  await db().sending.deleteMany();
}

// Other tests in this process send, too.
beforeEach(forget);
afterEach(forget);

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const hour = (hours: number, rest: object) =>
  db().sending.create({ data: { kind: "mail", hour: ago(hours), ...COUNT, ...rest } });
const COUNT = { sent: 0, failed: 0 };

test("attempts are counted by kind, with the last failure's reason", async () => {
  countSending("mail", null);
  countSending("mail", null);
  await storeSendings();
  countSending("mail", "The mail server is full.");
  countSending("mail", null);
  countSending("push", "push.example.com couldn't be reached.");
  await storeSendings();
  const now = { sentAt: expect.any(String), failedAt: expect.any(String) };
  expect(await recentSendings("mail")).toEqual({ sent: 3, failed: 1, problem: "The mail server is full.", ...now });
  expect(await recentSendings("push")).toMatchObject({ sent: 0, failed: 1, sentAt: null });
  expect(await db().sending.count()).toBe(2);
});

test("only the last day counts, but the last success and failure are remembered for 30 days", async () => {
  await hour(25, { sent: 5, sentAt: ago(25) });
  await hour(26, { failed: 2, failedAt: ago(26), problem: "No." });
  await hour(30, { failed: 1, failedAt: ago(30), problem: "Older." });
  await hour(31 * 24, { sent: 1, sentAt: ago(31 * 24) });
  expect(await recentSendings("mail")).toMatchObject({ sent: 0, failed: 0, problem: "No." });
  countSending("mail", null);
  await storeSendings();
  expect(await recentSendings("mail")).toMatchObject({ sent: 1, failed: 0, problem: "No." });
  expect(await db().sending.count()).toBe(4);
});

test("what couldn't be stored is stored with the next", async () => {
  countSending("mail", null);
  countSending("push", null);
  await db().$executeRaw`ALTER TABLE sendings RENAME TO elsewhere`;
  await expect(storeSendings()).rejects.toThrow();
  await db().$executeRaw`ALTER TABLE elsewhere RENAME TO sendings`;
  countSending("mail", "No.");
  await storeSendings();
  expect(await recentSendings("mail")).toMatchObject({ sent: 1, failed: 1, problem: "No." });
  expect(await recentSendings("push")).toMatchObject({ sent: 1 });
});
