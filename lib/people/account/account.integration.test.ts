import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { changePassword } from "@/lib/people/account/account";
import { findSessionUser } from "@/lib/people/find-session-user";
import { makeSession, makeUser } from "@/lib/testing/factories";
import { codeOf } from "@/lib/testing/refusals";

const PASSWORD = "correct horse battery";
const DEVICE = { userAgent: "", address: "192.0.2.1" };

test("after five wrong current passwords even the right one is refused for a while", async () => {
  const user = await makeUser({ password: PASSWORD });
  const change = (currentPassword: string) =>
    codeOf(changePassword(user, { currentPassword, newPassword: PASSWORD, keepPasskeys: [] }, DEVICE));
  for (let time = 0; time < 4; time += 1) expect(await change("wrong")).toBe("invalid");
  expect(await change(PASSWORD)).toBe("ok");
  for (let time = 0; time < 5; time += 1) expect(await change("wrong")).toBe("invalid");
  expect(await change(PASSWORD)).toBe("rate_limited");
  await db().rateLimiterFlexible.updateMany({ data: { expire: new Date(Date.now() - 1_000) } });
  expect(await change(PASSWORD)).toBe("ok");
});

test("a new password ends every session and opens a new one on the same device", async () => {
  const user = await makeUser({ password: PASSWORD });
  const elsewhere = await makeSession(user);
  const passwords = { currentPassword: PASSWORD, newPassword: "another long secret", keepPasskeys: [] };
  const sessionId = await changePassword(user, passwords, DEVICE);
  expect(await findSessionUser(user.id, sessionId)).toEqual({ ...user, sessionId });
  for (const ended of [user, elsewhere]) expect(await findSessionUser(user.id, ended.sessionId)).toBeNull();
});

test("a password is stored only as an Argon2id hash", async () => {
  const user = await makeUser({ password: PASSWORD });
  const newPassword = "another long secret";
  await changePassword(user, { currentPassword: PASSWORD, newPassword, keepPasskeys: [] }, DEVICE);
  const { passwordHash } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true },
  });
  expect(passwordHash).toMatch(/^\$argon2id\$/);
  expect(passwordHash).not.toContain(newPassword);
});

const COMMON = dictionary["passwords-common"].map(String);

test("about 50,000 passwords are too common", () => expect(COMMON.length).toBeGreaterThan(49_000));

test.each(["password123", "PassWord123", "12345678", "iloveyou", COMMON.at(-1) ?? ""])(
  "%s is refused as a new password",
  async (newPassword) => {
    const user = await makeUser({ password: PASSWORD });
    const refused = changePassword(user, { currentPassword: PASSWORD, newPassword, keepPasskeys: [] }, DEVICE);
    await expect(refused).rejects.toMatchObject({ code: "invalid", field: "newPassword" });
    expect(await findSessionUser(user.id, user.sessionId)).toEqual(user);
  },
);
