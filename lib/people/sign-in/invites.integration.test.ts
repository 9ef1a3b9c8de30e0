import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { db } from "@/lib/db/client";
import { deactivate } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { inviteMailsSchema, inviteTermsSchema } from "@/lib/people/schema";
import { createInvite, findInvite, listInvites, mailInvites, revokeInvite } from "@/lib/people/sign-in/invites";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { PostOffice } from "@/lib/testing/post-office";

const BASE = "https://chat.example";
let joined = 0;

async function invite(user: SessionUser): Promise<{ id: bigint; code: string }> {
  const { id, url } = await createInvite(user, BASE);
  expect(url).toMatch(/^https:\/\/chat\.example\/invite\/\d+-[0-9a-f]{32}$/);
  return { id: BigInt(id), code: url.split("/").at(-1) ?? "" };
}

function join(code: string, email?: string, address = `192.0.2.${joined}`) {
  joined += 1;
  const input = { code, name: "Grace", email: email ?? `grace-${joined}@example.com`, password: "a long password" };
  return joinWorkspace(input, address);
}

const ended = { code: "not_found", message: expect.stringMatching(/no longer valid/) };

test("an invite adds people to the oldest public channel, and counts them", async () => {
  const user = await makeUser();
  const general = await makeChannel({ name: "general" });
  await makeChannel({ name: "later" });
  const { id, code } = await invite(user);
  expect(await findInvite(code)).toEqual({ id });
  const [one, two] = [await join(code), await join(code)];
  expect(one.userId).not.toBe(two.userId);
  const memberships = await db().membership.findMany({ where: { userId: { in: [one.userId, two.userId] } } });
  expect(memberships.map(({ channelId, role }) => [channelId, role])).toEqual([
    [general.id, "member"],
    [general.id, "member"],
  ]);
  expect((await listInvites(user, BASE))[0]).toMatchObject({ id: `${id}`, uses: 2, canRevoke: true });
});

test("if ten people join at once with a link for one, one gets in and the others learn what to do", async () => {
  const user = await makeUser();
  const { url } = await createInvite(user, BASE, { maxUses: 1, days: 1 });
  const code = url.split("/").at(-1) ?? "";
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => join(code)));
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refusals).toHaveLength(9);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: "not_found",
      message: "This invite link is no longer valid. It has reached its maximum number of uses. Ask for a new one.",
    });
  }
  const people = await db().auditEntry.findMany({ where: { action: "invite.used", memberId: user.id } });
  expect(people).toHaveLength(1);
  expect(await listInvites(user, BASE)).toEqual([]);
  expect(await findInvite(code)).toEqual({ end: "used_up" });
});

test("a new link is for ten people and seven days by default", async () => {
  const user = await makeUser();
  const days = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000);
  const usual = await createInvite(user, BASE);
  expect([usual.maxUses, days(usual)]).toEqual([10, 7]);
  const chosen = await createInvite(user, BASE, { maxUses: 250, days: 30 });
  expect([chosen.maxUses, days(chosen)]).toEqual([250, 30]);
  vi.stubEnv("TEST_LIMITS", "invite-uses=25");
  expect((await createInvite(user, BASE)).maxUses).toBe(25);
  vi.unstubAllEnvs();
  expect(inviteTermsSchema.parse({})).toEqual({});
  for (const terms of [
    { maxUses: 0 },
    { maxUses: 1001 },
    { maxUses: 1.5 },
    { maxUses: "x" },
    { days: 0 },
    { days: 31 },
  ]) {
    expect([terms, inviteTermsSchema.safeParse(terms).success]).toEqual([terms, false]);
  }
});

test("people can join a workspace of ten thousand people", async () => {
  const user = await makeUser();
  const { code } = await invite(user);
  await db().$executeRaw`
    INSERT INTO users (name, email, password_hash)
    SELECT 'Person ' || n, 'crowd-' || n || '@example.com', 'none' FROM generate_series(1, 10000) n`;
  const { userId } = await join(code);
  expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({ name: "Grace", deactivatedAt: null });
  await db().user.deleteMany({ where: { email: { startsWith: "crowd-" } } });
});

test("a link from before use limits existed lets any number of people join", async () => {
  const user = await makeUser();
  const { id, code } = await invite(user);
  await db().invite.update({ where: { id }, data: { maxUses: null, uses: 5_000 } });
  await join(code);
  expect((await listInvites(user, BASE))[0]).toMatchObject({ uses: 5_001, maxUses: null });
});

test("creating, using and revoking an invite is recorded without its code", async () => {
  const [admin, maker] = [await makeUser({ name: "Ada", role: "owner" }), await makeUser({ name: "Edsger" })];
  const { id, url } = await createInvite(maker, BASE, { maxUses: 50, days: 30 });
  const code = url.split("/").at(-1) ?? "";
  const { userId } = await join(code, "recorded@example.com", "198.51.100.7");
  await expect(join(code, "recorded@example.com")).rejects.toMatchObject({ code: "conflict" });
  await revokeInvite(admin, BigInt(id));
  const recorded = async (personId: bigint) => (await auditPage(requireAuditReader(admin), { personId })).items;
  const lines = await recorded(maker.id);
  expect(lines.map(({ action, actorName, memberName }) => [action, actorName, memberName])).toEqual([
    ["invite.revoked", "Ada", "Edsger"],
    ["invite.used", "Grace", "Edsger"],
    ["invite.created", "Edsger", null],
  ]);
  expect(lines[2]?.invite).toEqual({ maxUses: 50, days: 30 });
  expect((await recorded(userId)).map(({ action, network }) => [action, network])).toEqual([
    ["invite.used", "198.51.100.7"],
    ["account.created", "198.51.100.7"],
  ]);
  expect(JSON.stringify(lines)).not.toContain(code.split("-")[1]);
});

test("joining is limited per address and hour, without blocking other addresses", async () => {
  const { code } = await invite(await makeUser());
  vi.stubEnv("TEST_LIMITS", "join=2/3600");
  for (const _ of Array(2)) await join(code, undefined, "203.0.113.9");
  await expect(join(code, undefined, "203.0.113.9")).rejects.toMatchObject({
    code: "rate_limited",
    retryAfter: expect.any(Number),
  });
  await join(code, undefined, "203.0.113.10");
  vi.unstubAllEnvs();
});

test("a forged code is refused", async () => {
  const user = await makeUser();
  const [a, b] = [await invite(user), await invite(user)];
  const [signature = ""] = a.code.split("-").slice(1);
  const forged = [
    `${b.id}-${signature}`,
    `${a.id}-${signature.toUpperCase()}`,
    `${a.id}-${signature.slice(1)}`,
    `${a.id}-${signature}0`,
    `${a.id}-`,
    `${a.id}`,
    `0${a.id}-${signature}`,
    `-${signature}`,
    "",
    "x",
    `${a.id}-${"ä".repeat(16)}`,
  ];
  for (const code of forged) {
    expect([code, await findInvite(code)]).toEqual([code, { end: "unknown" }]);
    await expect(join(code)).rejects.toMatchObject(ended);
  }
});

test("an expired invite is refused", async () => {
  const { id, code } = await invite(await makeUser());
  await db().invite.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } });
  expect(await findInvite(code)).toEqual({ end: "expired" });
  await expect(join(code)).rejects.toMatchObject(ended);
});

test("a revoked invite is refused, and can't be revoked again", async () => {
  const user = await makeUser();
  const { id, code } = await invite(user);
  await revokeInvite(user, id);
  expect(await findInvite(code)).toEqual({ end: "revoked" });
  await expect(join(code)).rejects.toMatchObject(ended);
  await expect(revokeInvite(user, id)).rejects.toMatchObject({ code: "not_found" });
  expect((await listInvites(user, BASE)).map((each) => each.id)).not.toContain(`${id}`);
});

test("deactivating a person ends their invites", async () => {
  const user = await makeUser();
  const { code } = await invite(user);
  await deactivate(await makeUser({ role: "owner" }), user.id);
  expect(await findInvite(code)).toEqual({ end: "revoked" });
  await expect(join(code)).rejects.toMatchObject(ended);
});

test("a member sees and revokes only their own invites, an admin everyone's", async () => {
  const [ada, bob, admin] = [await makeUser(), await makeUser(), await makeUser({ role: "admin" })];
  const { id } = await invite(ada);
  expect((await listInvites(bob, BASE)).map((each) => each.id)).not.toContain(`${id}`);
  await expect(revokeInvite(bob, id)).rejects.toMatchObject({ code: "not_found" });
  expect((await listInvites(admin, BASE)).map((each) => each.id)).toContain(`${id}`);
  await revokeInvite(admin, id);
});

test("joining with an email that has an account is a conflict, even for two people at once", async () => {
  const { id, code } = await invite(await makeUser());
  const email = "twice@example.com";
  const results = await Promise.allSettled([join(code, email), join(code, email)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(join(code, email)).rejects.toMatchObject({ code: "conflict" });
  expect(await db().user.count({ where: { email } })).toBe(1);
  expect((await db().invite.findUniqueOrThrow({ where: { id } })).uses).toBe(1);
});

describe("inviting by email", () => {
  let office: PostOffice;
  beforeAll(async () => {
    office = await PostOffice.open({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith("no") ? new Error("Unknown here") : null),
    });
    vi.stubEnv("SMTP_URL", office.url);
    vi.stubEnv("MAIL_FROM", "parley@example.com");
    vi.stubEnv("BASE_URL", BASE);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await office.close();
  });

  test("mails one link that works for as many people as were invited, and names those it couldn't reach", async () => {
    const user = await makeUser({ name: "Ada" });
    expect(await mailInvites(user, ["grace@example.com", "nobody@example.com"])).toEqual(["nobody@example.com"]);
    const [mail, ...more] = office.mails;
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Ada invited you to /);
    const [made] = await listInvites(user, BASE, { own: true });
    expect(made).toMatchObject({ maxUses: 2, uses: 0 });
    expect(mail?.text).toContain(made?.url);
  });

  test("reads addresses as people paste them, and says which isn't one", () => {
    const read = (addresses: string) => inviteMailsSchema.safeParse({ addresses });
    expect(read('Ada L <Ada@Example.com>, "Grace" <grace@example.com>;\nada@example.com').data?.addresses).toEqual([
      "ada@example.com",
      "grace@example.com",
    ]);
    expect(read("ada@example.com, grace@").error?.issues[0]?.message).toBe("“grace@” isn't an email address.");
    expect(read("nothing").error?.issues[0]?.message).toBe("Enter at least one email address.");
  });
});
