import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { deactivate, reactivate, signOutEverywhere } from "@/lib/people/account/people";
import { findSessionUser } from "@/lib/people/find-session-user";
import {
  beginSession,
  endOtherSessions,
  endOwnSession,
  endSession,
  listSessions,
  SESSION_SECONDS,
} from "@/lib/people/sessions";
import { makeSession, makeUser } from "@/lib/testing/factories";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

test("a session opens only its own person's account, until it ends", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  expect(await findSessionUser(user.id, user.sessionId)).toEqual(user);
  expect(await findSessionUser(other.id, user.sessionId)).toBeNull();
  await endSession(other.id, user.sessionId);
  expect(await findSessionUser(user.id, user.sessionId)).toEqual(user);
  await endSession(user.id, user.sessionId);
  expect(await findSessionUser(user.id, user.sessionId)).toBeNull();
  await endSession(user.id, user.sessionId);
});

test("an admin signs a member out everywhere, but not another admin or the owner", async () => {
  const [owner, admin] = [await makeUser({ role: "owner" }), await makeUser({ role: "admin" })];
  const member = await makeUser();
  const phone = await makeSession(member);
  await expect(signOutEverywhere(member, admin.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(signOutEverywhere(admin, admin.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(signOutEverywhere(admin, owner.id)).rejects.toMatchObject({ code: "not_found" });
  await signOutEverywhere(admin, member.id);
  for (const { id, sessionId } of [member, phone]) expect(await findSessionUser(id, sessionId)).toBeNull();
  const entry = { actorId: admin.id, memberId: member.id, action: "account.signed_out" };
  expect(await db().auditEntry.count({ where: entry })).toBe(1);
  await signOutEverywhere(owner, admin.id);
  expect(await findSessionUser(admin.id, admin.sessionId)).toBeNull();
});

test("people can end only their own sessions, one by one or all others", async () => {
  const here = await makeUser();
  const [phone, work, home] = [await makeSession(here), await makeSession(here), await makeSession(here)];
  const stranger = await makeUser();
  await expect(endOwnSession(stranger, phone.sessionId)).rejects.toMatchObject({ code: "not_found" });
  await endOwnSession(here, phone.sessionId);
  await expect(endOwnSession(here, phone.sessionId)).rejects.toMatchObject({ code: "not_found" });
  expect(await findSessionUser(here.id, work.sessionId)).not.toBeNull();
  await endOtherSessions(here);
  for (const { sessionId } of [work, home]) expect(await findSessionUser(here.id, sessionId)).toBeNull();
  expect(await findSessionUser(here.id, here.sessionId)).not.toBeNull();
  expect(await findSessionUser(stranger.id, stranger.sessionId)).not.toBeNull();
});

test("the list shows current sessions only, this device first", async () => {
  const user = await makeUser();
  const { passwordHash } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true },
  });
  const who = { id: user.id, passwordHash: passwordHash ?? "" };
  await beginSession(who, { userAgent: FIREFOX, address: "203.0.113.7" });
  await beginSession(who, { userAgent: IPHONE, address: "2001:db8:1:2::/64" });
  await beginSession(who, { userAgent: "x".repeat(100_000), address: "unknown" });
  const over = await makeSession(user);
  const createdAt = new Date(Date.now() - SESSION_SECONDS * 1000 - 1000);
  await db().session.update({ where: { id: over.sessionId }, data: { createdAt } });
  const listed = await listSessions(user);
  expect(listed.map(({ name, address, isHandheld, isThis }) => ({ name, address, isHandheld, isThis }))).toEqual([
    { name: "Unknown browser", address: "192.0.2.1", isHandheld: false, isThis: true },
    { name: "Unknown browser", address: "unknown", isHandheld: false, isThis: false },
    { name: "Safari on iOS", address: "2001:db8:1:2::/64", isHandheld: true, isThis: false },
    { name: "Firefox on Linux", address: "203.0.113.7", isHandheld: false, isThis: false },
  ]);
  await beginSession(who, { userAgent: FIREFOX, address: "203.0.113.7" });
  expect(await db().session.count({ where: { id: over.sessionId } })).toBe(0);
});

test("signing in fails if the password changes or the account is deactivated at the same moment", async () => {
  const user = await makeUser();
  const device = { userAgent: FIREFOX, address: "203.0.113.7" };
  expect(await beginSession({ id: user.id, passwordHash: "another" }, device)).toBeNull();
  const owner = await makeUser({ role: "owner" });
  await deactivate(owner, user.id);
  expect(await beginSession({ id: user.id, passwordHash: "none" }, device)).toBeNull();
  await reactivate(owner, user.id);
  expect(await findSessionUser(user.id, user.sessionId)).toBeNull();
  expect(await beginSession({ id: user.id, passwordHash: "none" }, device)).not.toBeNull();
});

test("activity is recorded, but not for each request", async () => {
  const user = await makeUser();
  const lastSeen = async () => (await db().session.findUniqueOrThrow({ where: { id: user.sessionId } })).lastSeenAt;
  const first = await lastSeen();
  await findSessionUser(user.id, user.sessionId);
  expect(await lastSeen()).toEqual(first);
  const long = new Date(Date.now() - 6 * 60_000);
  await db().session.update({ where: { id: user.sessionId }, data: { lastSeenAt: long } });
  await findSessionUser(user.id, user.sessionId);
  await expect.poll(lastSeen, { timeout: 10_000 }).not.toEqual(long);
});
