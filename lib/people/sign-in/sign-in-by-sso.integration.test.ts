import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { hasPassword, setPassword } from "@/lib/people/account/account";
import { findSessionUser, type SessionUser } from "@/lib/people/find-session-user";
import { accountToLink, linkIdentity, linkOf, unlinkIdentity } from "@/lib/people/sign-in/identities";
import { createInvite } from "@/lib/people/sign-in/invites";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { type PendingLink, type SsoPerson, signInBySso } from "@/lib/people/sign-in/sign-in-by-sso";
import type { Oidc } from "@/lib/process/env";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { isAppError } from "@/lib/text/errors";

const PASSWORD = "correct horse battery";
const ISSUER = "https://id.example.com";
const OIDC: Oidc = {
  issuer: `${ISSUER}/`,
  clientId: "parley",
  clientSecret: "secret",
  allowedDomains: ["example.com"],
  name: "Keycloak",
};

let made = 0;
let device = { userAgent: "", address: "192.0.2.1" };

beforeEach(async () => {
  vi.stubEnv("OIDC_ISSUER", OIDC.issuer);
  vi.stubEnv("OIDC_CLIENT_ID", OIDC.clientId);
  vi.stubEnv("OIDC_CLIENT_SECRET", OIDC.clientSecret);
  vi.stubEnv("OIDC_ALLOWED_DOMAINS", "example.com");
  vi.stubEnv("OIDC_NAME", OIDC.name);
  made += 1;
  device = { userAgent: "", address: `192.0.2.${made}` };
  if ((await db().workspace.count()) === 0) await db().workspace.create({ data: { name: "Engines" } });
  return () => vi.unstubAllEnvs();
});

function person(fields: Partial<SsoPerson> = {}): SsoPerson {
  made += 1;
  return { subject: `sub-${made}`, email: `new.${made}@example.com`, isVerified: true, name: `New ${made}`, ...fields };
}

const comes = (who: SsoPerson, signedIn: SessionUser | null = null, oidc = OIDC) =>
  signInBySso(oidc, who, signedIn, device);

async function pendingOf(who: SsoPerson, signedIn: SessionUser | null = null): Promise<PendingLink> {
  const outcome = await comes(who, signedIn);
  if (outcome.kind !== "password") throw new Error(`It was ${JSON.stringify(outcome.kind)}.`);
  return outcome.pending;
}

async function sessionOf(who: SsoPerson): Promise<SessionUser> {
  const outcome = await comes(who);
  if (outcome.kind !== "session") throw new Error(`It was ${JSON.stringify(outcome)}.`);
  const user = await findSessionUser(outcome.userId, outcome.sessionId);
  if (!user) throw new Error("The session opens nothing.");
  return user;
}

const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

const actionsOf = async (userId: bigint) => {
  const entries = await db().auditEntry.findMany({
    where: { OR: [{ actorId: userId }, { memberId: userId }] },
    orderBy: { id: "asc" },
    select: { action: true },
  });
  return entries.map(({ action }) => action);
};

const refusals = () =>
  db().auditEntry.findMany({
    where: { action: "session.refused_by_sso", network: device.address },
    select: { memberId: true, details: true },
  });

describe("a new person", () => {
  test("with a verified address in an allowed domain gets an account without a password, once", async () => {
    const general = await db().channel.findFirst({ where: { kind: "public" }, orderBy: { id: "asc" } });
    const { id: channelId } = general ?? (await makeChannel());
    const who = person({ name: " Grace\n\u200bHopper " });
    const user = await sessionOf(who);
    expect(user).toMatchObject({ name: "Grace Hopper", email: who.email, role: "member" });
    expect(await hasPassword(user)).toBe(false);
    expect(await db().membership.count({ where: { userId: user.id, channelId } })).toBe(1);
    expect((await sessionOf(who)).id).toBe(user.id);
    expect(await actionsOf(user.id)).toEqual([
      "account.created_by_sso",
      "session.started_by_sso",
      "session.started_by_sso",
    ]);
  });

  test("gets one account when signing in from two tabs at once", async () => {
    const who = person();
    const [one, other] = await Promise.all([sessionOf(who), sessionOf(who)]);
    expect(one.id).toBe(other.id);
  });

  test.each([
    ["only invisible characters", "\u200b\u200b", /^new\.\d+$/],
    ["too many characters", "n".repeat(500), /^n{80}$/],
  ])("gets a name even if the provider sends %s", async (_, name, expected) => {
    expect((await sessionOf(person({ name }))).name).toMatch(expected);
  });

  test.each([
    ["in another domain", { email: "a@sub.example.com" }, "foreign"],
    ["in a domain that only looks similar", { email: "a@example.com.evil.example" }, "foreign"],
    ["that isn't verified", { isVerified: false }, "unverified"],
    ["that is missing", { email: null }, "unverified"],
  ] as const)("with an address %s is refused, which is recorded", async (_, fields, problem) => {
    const before = await db().user.count();
    expect(await comes(person(fields))).toEqual({ kind: "refused", problem });
    expect(await db().user.count()).toBe(before);
    expect(await refusals()).toEqual([{ memberId: null, details: { reason: expect.stringMatching(/\.$/) } }]);
  });

  test("gets no account if no domain is allowed", async () => {
    expect(await comes(person(), null, { ...OIDC, allowedDomains: [] })).toEqual({
      kind: "refused",
      problem: "unknown",
    });
  });
});

describe("a person with an account", () => {
  test("links a login with their password, never by the address alone", async () => {
    const user = await makeUser({ password: PASSWORD });
    const who = person({ email: user.email });
    const pending = await pendingOf(who);
    expect(await db().identity.count({ where: { userId: user.id } })).toBe(0);
    expect(await accountToLink(pending)).toEqual({ email: user.email });
    const link = (password: string) => linkIdentity(OIDC, pending, { password, signedIn: null }, device);
    expect(await refusalOf(link("wrong"))).toBe("invalid: That password is incorrect. Check it and try again.");
    expect(await link(PASSWORD)).toEqual({ userId: user.id, sessionId: expect.any(BigInt) });
    expect((await sessionOf(who)).id).toBe(user.id);
    // The address may change at the provider without affecting the link.
    expect((await sessionOf({ ...who, email: "elsewhere@other.example", isVerified: false })).id).toBe(user.id);
    expect(await actionsOf(user.id)).toEqual([
      "session.refused",
      "identity.linked",
      "session.started_by_sso",
      "session.started_by_sso",
      "session.started_by_sso",
    ]);
  });

  test("can enter a wrong password ten times, counted together with sign-in", async () => {
    const user = await makeUser({ password: PASSWORD });
    const pending = await pendingOf(person({ email: user.email }));
    const tries = [];
    for (let count = 0; count < 11; count += 1) {
      tries.push(await refusalOf(linkIdentity(OIDC, pending, { password: "wrong", signedIn: null }, device)));
    }
    expect(tries.filter((text) => text.startsWith("invalid"))).toHaveLength(10);
    expect(tries[10]).toMatch(/^rate_limited/);
    expect(await refusalOf(signIn({ email: user.email, password: PASSWORD }, device))).toMatch(/^rate_limited/);
  });

  test("isn't asked for the password if the provider hasn't verified the address", async () => {
    const user = await makeUser({ password: PASSWORD });
    expect(await comes(person({ email: user.email, isVerified: false }))).toEqual({
      kind: "refused",
      problem: "unverified",
    });
  });

  test("can't sign in or link a login while deactivated", async () => {
    const away = await makeUser({ password: PASSWORD, deactivatedAt: new Date() });
    expect(await comes(person({ email: away.email }))).toEqual({ kind: "refused", problem: "deactivated" });
    const who = person();
    const user = await sessionOf(who);
    await db().user.update({ where: { id: user.id }, data: { deactivatedAt: new Date() } });
    expect(await comes(who)).toEqual({ kind: "refused", problem: "deactivated" });
    expect((await refusals()).map(({ memberId }) => memberId)).toEqual([away.id, user.id]);
    const pending = { userId: away.id, subject: "any", email: away.email };
    const link = linkIdentity(OIDC, pending, { password: PASSWORD, signedIn: null }, device);
    expect(await refusalOf(link)).toMatch(/^conflict/);
  });

  test("without a password can only sign in with the login that created the account", async () => {
    const who = person();
    await sessionOf(who);
    expect(await comes({ ...who, subject: "another" })).toEqual({ kind: "refused", problem: "otherwise" });
  });

  test("can link any address from the account page, but a login belongs to one account only", async () => {
    const [ada, bob] = [await makeUser({ password: PASSWORD }), await makeUser({ password: PASSWORD })];
    const who = person({ email: null, isVerified: false });
    const pending = await pendingOf(who, ada);
    const link = (signedIn: SessionUser) => linkIdentity(OIDC, pending, { password: PASSWORD, signedIn }, device);
    expect(await refusalOf(link(bob))).toMatch(/^conflict/);
    expect(await link(ada)).toBeNull();
    expect(await comes(who, ada)).toEqual({ kind: "known" });
    expect(await comes(who, bob)).toEqual({ kind: "refused", problem: "taken" });
    expect(await linkOf(ada)).toEqual({ name: "Keycloak", linked: { email: null, at: expect.any(String) } });
    expect(await linkOf(bob)).toEqual({ name: "Keycloak", linked: null });
    const late = linkIdentity(OIDC, { ...pending, userId: bob.id }, { password: PASSWORD, signedIn: bob }, device);
    expect(await refusalOf(late)).toMatch(/^conflict: That Keycloak login/);
  });

  test("replaces their linked login with another one", async () => {
    const user = await makeUser({ password: PASSWORD });
    const [first, second] = [person({ email: user.email }), person({ email: user.email })];
    for (const who of [first, second]) {
      await linkIdentity(OIDC, await pendingOf(who), { password: PASSWORD, signedIn: null }, device);
    }
    expect((await sessionOf(second)).id).toBe(user.id);
    expect((await comes(first)).kind).toBe("password");
  });
});

describe("a password", () => {
  const enter = (user: SessionUser, password = PASSWORD) => refusalOf(signIn({ email: user.email, password }, device));
  const mustCome = /^forbidden: Your account signs in with Keycloak\. Choose "Continue with Keycloak"\./;

  test("still works for owners, and for people who can't use single sign-on", async () => {
    const owner = await makeUser({ password: PASSWORD, role: "owner" });
    await linkIdentity(
      OIDC,
      await pendingOf(person({ email: owner.email })),
      { password: PASSWORD, signedIn: null },
      device,
    );
    const guest = await makeUser({ password: PASSWORD, email: `guest.${made}@other.example` });
    expect([await enter(owner), await enter(guest)]).toEqual(["done", "done"]);
  });

  test("is refused for people who are linked or in an allowed domain, and only the right one reveals that", async () => {
    const guest = await makeUser({ password: PASSWORD, email: `linked.${made}@other.example` });
    await linkIdentity(OIDC, await pendingOf(person(), guest), { password: PASSWORD, signedIn: guest }, device);
    const member = await makeUser({ password: PASSWORD, email: `member.${made}@example.com`, role: "admin" });
    expect(await enter(guest)).toMatch(mustCome);
    expect(await enter(member)).toMatch(mustCome);
    expect(await enter(member)).toMatch(/It asks for this password once\.$/);
    expect(await enter(guest, "wrong")).toMatch(/^unauthenticated: That email and password/);
    vi.stubEnv("OIDC_ISSUER", "");
    vi.stubEnv("OIDC_CLIENT_ID", "");
    vi.stubEnv("OIDC_CLIENT_SECRET", "");
    vi.stubEnv("OIDC_ALLOWED_DOMAINS", "");
    vi.stubEnv("OIDC_NAME", "");
    expect([await enter(guest), await enter(member)]).toEqual(["done", "done"]);
  });

  test("that doesn't exist can't open an account", async () => {
    const user = await sessionOf(person());
    for (const password of ["", "none", "nobody's password"]) {
      expect(await enter(user, password)).toMatch(/^unauthenticated/);
    }
  });

  test("can be set for the first time right after signing in, and only then the login can be unlinked", async () => {
    const who = person();
    const user = await sessionOf(who);
    expect(await refusalOf(unlinkIdentity(user, device))).toMatch(/^invalid: Set a password first/);
    await db().session.update({
      where: { id: user.sessionId },
      data: { createdAt: new Date(Date.now() - 11 * 60_000) },
    });
    expect(await refusalOf(setPassword(user, PASSWORD, device))).toMatch(/^invalid: Sign out and back in first/);
    const again = await sessionOf(who);
    const sessionId = await setPassword(again, PASSWORD, device);
    expect(await findSessionUser(user.id, again.sessionId)).toBeNull();
    const now = { ...again, sessionId };
    expect(await refusalOf(setPassword(now, "another long one", device))).toMatch(/^conflict/);
    await unlinkIdentity(now, device);
    expect(await refusalOf(unlinkIdentity(now, device))).toMatch(/^not_found/);
    expect((await comes(who)).kind).toBe("password");
    expect((await actionsOf(user.id)).filter((action) => /^(identity|account)\./.test(action))).toEqual([
      "account.created_by_sso",
      "account.password_changed",
      "identity.unlinked",
    ]);
  });
});

test("invites don't create accounts for addresses that belong to single sign-on", async () => {
  const maker = await makeUser();
  const { url } = await createInvite(maker, "http://localhost");
  const code = url.slice(url.lastIndexOf("/") + 1);
  const joins = (email: string) =>
    refusalOf(joinWorkspace({ code, name: "New", email, password: "long enough for all" }, device.address));
  expect(await joins(`squatter.${made}@example.com`)).toMatch(/^conflict: You don't need an invite with this address/);
  expect(await joins(`guest.${made}@other.example`)).toBe("done");
});
