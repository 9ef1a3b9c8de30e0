import { afterEach, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { deleteOldSignIns } from "@/lib/audit/sign-ins";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import { changePassword, updateProfile } from "@/lib/people/account/account";
import { deactivate, reactivate, setRole } from "@/lib/people/account/people";
import { createWorkspace } from "@/lib/people/create-workspace";
import type { SessionUser } from "@/lib/people/find-session-user";
import { endOtherSessions, endOwnSession, endSession } from "@/lib/people/sessions";
import { signIn } from "@/lib/people/sign-in/sign-in";
import {
  makeChannel,
  makeMember,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";

const PASSWORD = "correct horse battery";
const WRONG = "this is not the password";
const NETWORK = "192.0.2.1";
const DEVICE = { userAgent: "", address: NETWORK };

const admin = await makeUser({ name: "Ada", role: "owner" });
const reader = requireAuditReader(admin);

/** Failures are counted by the hour, so no test may run across its end. */
function beginAnHour(): Promise<unknown> {
  const hour = 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / hour) * hour });
  return db().auditEntry.deleteMany({ where: { kind: "sign-ins" } });
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function entriesOf(person: { id: bigint }) {
  return (await auditPage(reader, { personId: person.id })).items;
}

async function linesOf(person: { id: bigint }) {
  return (await entriesOf(person)).map(({ action, actorName, memberName }) => [action, actorName, memberName]);
}

async function fail(email: string, network: string, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const attempt = signIn({ email, password: WRONG }, { userAgent: "", address: network });
    await expect(attempt).rejects.toMatchObject({ code: "unauthenticated" });
  }
}

const failures = async () => {
  const { items: entries } = await auditPage(reader, { kind: "sign-ins" }, 1_000, 10_000_000);
  return entries.filter(({ action }) => action === "session.refused");
};

test("signing in and out is recorded with the network", async () => {
  const user = await makeUser({ name: "Grace", password: PASSWORD });
  const begin = async () => {
    const { userId, sessionId } = await signIn({ email: user.email, password: PASSWORD }, DEVICE);
    return { userId, sessionId: sessionId ?? 0n };
  };
  const { userId, sessionId } = await begin();
  await endSession(userId, sessionId);
  await endSession(userId, sessionId);
  await endOwnSession(user, (await begin()).sessionId);
  await begin();
  await endOtherSessions(user);
  await endOtherSessions(user);
  expect((await entriesOf(user)).map(({ action, network }) => [action, network])).toEqual([
    ["session.others_ended", null],
    ["session.started", NETWORK],
    ["session.ended", NETWORK],
    ["session.started", NETWORK],
    ["session.ended", NETWORK],
    ["session.started", NETWORK],
  ]);
});

test("changes to one's own account are recorded, without passwords", async () => {
  const user = await makeUser({ name: "Grace", password: PASSWORD });
  await updateProfile(user, { name: "Grace", avatarUrl: null });
  await updateProfile(user, { name: "Grace Hopper", avatarUrl: null });
  await changePassword(user, { currentPassword: PASSWORD, newPassword: `${PASSWORD} new`, keepPasskeys: [] }, DEVICE);
  const entries = await entriesOf(user);
  expect(entries.map(({ action }) => action)).toEqual(["account.password_changed", "account.updated"]);
  expect(entries[1]?.changes).toEqual({ name: { from: "Grace", to: "Grace Hopper" } });
  expect(JSON.stringify(entries)).not.toContain(PASSWORD);
});

test("changes to another person's account are recorded with both people, once", async () => {
  const user = await makeUser({ name: "Linus" });
  await setRole(admin, user.id, "member");
  await setRole(admin, user.id, "admin");
  await setRole(admin, user.id, "member");
  await deactivate(admin, user.id);
  await deactivate(admin, user.id);
  await reactivate(admin, user.id);
  await reactivate(admin, user.id);
  expect(await linesOf(user)).toEqual([
    ["account.reactivated", "Ada", "Linus"],
    ["account.deactivated", "Ada", "Linus"],
    ["account.role_changed", "Ada", "Linus"],
    ["account.role_changed", "Ada", "Linus"],
  ]);
  expect((await linesOf(admin)).slice(0, 4)).toEqual(await linesOf(user));
  expect((await entriesOf(user))[2]?.changes).toEqual({ role: { from: "admin", to: "member" } });
});

test("deleting another person's message is recorded with the message's id, without its text", async () => {
  const [manager, author] = [await makeUser({ name: "Tony" }), await makeUser({ name: "Alan" })];
  const channel = await makeChannel({ members: [author] });
  await makeMember(channel, manager, "manager");
  const made = await makeWebhook({ channelId: channel.id, name: "CI" });
  const ids: bigint[] = [];
  for (const draft of [userDraft(author, channel), userDraft(author, channel), webhookDraft(made)]) {
    ids.push((await postedMessage({ ...draft, content: "what nobody should read" })).messageId);
  }
  const [own = 0n, others = 0n, webhooks = 0n] = ids;
  await deleteMessage(await requireChannel(author, channel.id), own);
  const accessible = await requireChannel(manager, channel.id);
  await deleteMessage(accessible, others);
  await deleteMessage(accessible, webhooks);
  const { items: entries } = await auditPage(reader, { channelId: channel.id, kind: "messages" });
  expect(entries).toMatchObject([
    { actorName: "Tony", memberName: null, webhookName: "CI", channelName: channel.name, messageId: `${webhooks}` },
    { actorName: "Tony", memberName: "Alan", webhookName: null, channelName: channel.name, messageId: `${others}` },
  ]);
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(await db().auditEntry.findMany({ select: { details: true } }))).not.toContain("nobody should");
});

test("setting up the workspace is the first entry", async () => {
  const input = { workspaceName: "Engines", name: "Charles", email: "charles@example.com", password: PASSWORD };
  const { userId } = await createWorkspace(input);
  const entries = await entriesOf({ id: userId });
  expect(entries.map(({ action }) => action)).toEqual(["channel.created", "workspace.created"]);
  expect(entries[1]?.changes).toEqual({ name: { from: null, to: "Engines" } });
});

test("failed sign-ins of an hour are one entry per account and network, with their number", async () => {
  await beginAnHour();
  const user = await makeUser({ name: "Donald", password: PASSWORD });
  const left = await makeUser({ name: "Gone", password: PASSWORD, deactivatedAt: new Date() });
  await fail(user.email, "192.0.2.10", 3);
  await fail(user.email, "192.0.2.11");
  await fail("nobody.here@example.com", "192.0.2.10", 2);
  await fail(WRONG, "192.0.2.10");
  const gone = signIn({ email: left.email, password: PASSWORD }, { userAgent: "", address: "192.0.2.10" });
  await expect(gone).rejects.toMatchObject({ code: "unauthenticated" });
  const rows = await failures();
  expect(rows.map(({ actorName, memberName, network, times }) => [actorName, memberName, network, times])).toEqual([
    [null, "Gone", "192.0.2.10", 1],
    [null, null, "192.0.2.10", 3],
    [null, "Donald", "192.0.2.11", 1],
    [null, "Donald", "192.0.2.10", 3],
  ]);
  const all = JSON.stringify(await db().auditEntry.findMany(), (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  for (const typed of [WRONG, "nobody.here"]) expect(all).not.toContain(typed);
});

test("entries per hour are limited however many networks fail, and each account still appears", async () => {
  await beginAnHour();
  vi.stubEnv("TEST_LIMITS", "failed-sign-ins=4");
  const people: SessionUser[] = [
    await makeUser({ name: "One", password: PASSWORD }),
    await makeUser({ name: "Two", password: PASSWORD }),
  ];
  for (let network = 0; network < 12; network += 1) await fail(`nobody${network}@example.com`, `198.51.100.${network}`);
  for (const { email } of people) {
    for (let network = 0; network < 6; network += 1) await fail(email, `203.0.113.${network}`);
  }
  const rows = await failures();
  const found = rows.map(({ memberName, network, times }) => `${memberName} ${network} ${times}`);
  expect(found.toReversed()).toEqual([
    "null 198.51.100.0 1",
    "null 198.51.100.1 1",
    "null 198.51.100.2 1",
    "null 198.51.100.3 1",
    "null null 8",
    "One 203.0.113.0 1",
    "One 203.0.113.1 1",
    "One 203.0.113.2 1",
    "One 203.0.113.3 1",
    "One null 2",
    "Two null 6",
  ]);
});

test("simultaneous failures are all counted", async () => {
  await beginAnHour();
  await Promise.all(Array.from({ length: 20 }, (_, index) => fail(`same${index}@example.com`, "192.0.2.77")));
  expect((await failures()).map(({ network, times }) => [network, times])).toEqual([["192.0.2.77", 20]]);
});

test("only sign-ins are deleted after their retention period", async () => {
  const user = await makeUser({ name: "Niklaus", password: PASSWORD });
  await signIn({ email: user.email, password: PASSWORD }, DEVICE);
  await updateProfile(user, { name: "Niklaus Wirth", avatarUrl: null });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const createdAt = daysAgo(90.1);
  await db().auditEntry.updateMany({ where: { actorId: user.id }, data: { createdAt } });
  await signIn({ email: user.email, password: PASSWORD }, DEVICE);
  await db().auditEntry.updateMany({
    where: { actorId: user.id, createdAt: { gt: daysAgo(1) } },
    data: { createdAt: daysAgo(89.9) },
  });
  await db().auditEntry.createMany({
    data: Array.from({ length: 2_500 }, (_, index) => ({
      id: BigInt(index + 1),
      kind: "sign-ins",
      action: "session.refused",
      createdAt,
    })),
  });
  await deleteOldSignIns();
  expect(await db().auditEntry.count({ where: { action: "session.refused", createdAt } })).toBe(0);
  expect((await linesOf(user)).map(([action]) => action)).toEqual(["session.started", "account.updated"]);
});
