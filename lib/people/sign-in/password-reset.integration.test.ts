import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { db } from "@/lib/db/client";
import { changePassword } from "@/lib/people/account/account";
import { deactivate, setRole } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import {
  askForReset,
  makeResetLink,
  openReset,
  printResetLink,
  resetPassword,
} from "@/lib/people/sign-in/password-reset";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { makeSession, makeUser } from "@/lib/testing/factories";
import { heardHints } from "@/lib/testing/hints";
import { PostOffice } from "@/lib/testing/post-office";
import { codeOf } from "@/lib/testing/refusals";
import type { AppError } from "@/lib/text/errors";

const BASE = "https://chat.example.com";
// Allows for a busy machine.
const SOON = { timeout: 20_000 };
const PASSWORD = "a quite new secret";

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}
const tokenOf = (url: string) => url.replace(`${BASE}/reset-password#`, "");
const reset = (token: string, password = PASSWORD, address = newAddress()) =>
  resetPassword({ token, password, keepPasskeys: [] }, address);
/** The email of the account that the link is for, or null. */
const opens = async (token: string) => (await openReset(token, newAddress()))?.email ?? null;
const linkFor = async (user: SessionUser) => tokenOf(await makeResetLink(owner, user.id, BASE));
const signsIn = (user: SessionUser, password: string) =>
  codeOf(signIn({ email: user.email, password }, { userAgent: "", address: newAddress() }));
const audited = async (user: SessionUser) => {
  const { items: entries } = await auditPage(requireAuditReader(owner), {});
  return entries.filter(({ memberId, actorId }) => memberId === `${user.id}` || actorId === `${user.id}`);
};

let owner: SessionUser;

beforeAll(async () => {
  await db().workspace.create({ data: { name: "Engines & <b>more</b>" } });
  owner = await makeUser({ role: "owner" });
});

describe("a reset link", () => {
  const hints = heardHints("user");

  test("sets a password once, ends all sessions, and is recorded without its token", async () => {
    const user = await makeSession(await makeUser({ password: "an old secret word" }));
    const url = await makeResetLink(owner, user.id, BASE);
    expect(url).toMatch(/^https:\/\/chat\.example\.com\/reset-password#[\w-]{43}$/);
    const token = tokenOf(url);
    expect(await opens(token)).toBe(user.email);
    expect(await codeOf(reset(token))).toBe("ok");
    const heard = hints.filter((hint) => hint.kind === "user" && hint.userId === user.id);
    expect([heard.length, await db().session.count({ where: { userId: user.id } })]).toEqual([1, 0]);
    expect([await signsIn(user, "an old secret word"), await signsIn(user, PASSWORD)]).toEqual([
      "unauthenticated",
      "ok",
    ]);
    expect([await opens(token), await codeOf(reset(token))]).toEqual([null, "not_found"]);
    const entries = await audited(user);
    expect(entries.map(({ action }) => action)).toEqual([
      "session.started",
      "session.refused",
      "account.password_reset",
      "account.reset_link_made",
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(entries[3]).toMatchObject({ actorId: `${owner.id}`, memberId: `${user.id}` });
  });

  test("is stored only as a hash", async () => {
    const user = await makeUser();
    const token = await linkFor(user);
    const rows = await db().$queryRaw<
      { row: string }[]
    >`SELECT to_jsonb(r)::text AS row FROM password_resets r WHERE user_id = ${user.id}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
  });

  test("ends when a newer one is created, when the password changes, and after an hour", async () => {
    const user = await makeUser({ password: "an old secret word" });
    const first = await linkFor(user);
    const second = await linkFor(user);
    expect([await opens(first), await opens(second)]).toEqual([null, user.email]);
    await changePassword(
      user,
      { currentPassword: "an old secret word", newPassword: PASSWORD, keepPasskeys: [] },
      { userAgent: "", address: newAddress() },
    );
    expect(await codeOf(reset(second))).toBe("not_found");
    const third = await linkFor(user);
    const { expiresAt } = await db().passwordReset.findUniqueOrThrow({ where: { userId: user.id } });
    expect(Math.abs(expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await db().passwordReset.update({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect([await opens(third), await codeOf(reset(third))]).toEqual([null, "not_found"]);
  });

  test("works for only one of two simultaneous requests", async () => {
    const token = await linkFor(await makeUser());
    const codes = await Promise.all([1, 2, 3].map((number) => codeOf(reset(token, `${PASSWORD} ${number}`))));
    expect(codes.toSorted()).toEqual(["not_found", "not_found", "ok"]);
  });

  test("still works after a password that is too common was refused", async () => {
    const token = await linkFor(await makeUser());
    expect([await codeOf(reset(token, "password123")), await codeOf(reset(token))]).toEqual(["invalid", "ok"]);
  });

  test("ends when its creator may no longer create it, and when its person is deactivated", async () => {
    const [admin, user] = [await makeUser({ role: "admin" }), await makeUser()];
    const make = async () => tokenOf(await makeResetLink(admin, user.id, BASE));
    const first = await make();
    await setRole(owner, user.id, "admin");
    expect(await opens(first)).toBeNull();
    await setRole(owner, user.id, "member");
    expect(await opens(first)).toBe(user.email);
    await deactivate(owner, admin.id);
    expect(await codeOf(reset(first))).toBe("not_found");
    const second = await linkFor(user);
    await deactivate(owner, user.id);
    expect(await codeOf(reset(second))).toBe("not_found");
  });

  test("can be tried thirty times per address and hour when it doesn't exist", async () => {
    const address = newAddress();
    const good = await linkFor(await makeUser());
    for (const token of ["", "x", "é".repeat(50), "../..", good.slice(1), `${good}A`, "\0", "%00"]) {
      expect(await openReset(token, address)).toBeNull();
    }
    const messages = new Set<string>();
    for (let tries = 8; tries < 30; tries += 1) {
      messages.add(await reset("wrong", PASSWORD, address).then(String, (error: AppError) => error.message));
    }
    expect([...messages]).toEqual(["This link no longer works. Ask for a new one."]);
    expect([await codeOf(openReset(good, address)), await codeOf(reset(good, PASSWORD, address))]).toEqual([
      "rate_limited",
      "rate_limited",
    ]);
    expect(await codeOf(reset(good))).toBe("ok");
  });
});

describe("a reset link can be created", () => {
  test("by an owner for everyone and by an admin for members, but not for oneself, strangers or deactivated people", async () => {
    const [admin, other, member, gone] = [
      await makeUser({ role: "admin" }),
      await makeUser({ role: "admin" }),
      await makeUser(),
      await makeUser({ deactivatedAt: new Date() }),
    ];
    const make = (actor: SessionUser, id: bigint) => codeOf(makeResetLink(actor, id, BASE));
    expect(await Promise.all([admin, other, member, gone].map(({ id }) => make(owner, id)))).toEqual([
      "ok",
      "ok",
      "ok",
      "not_found",
    ]);
    expect(await Promise.all([owner, other, member, gone].map(({ id }) => make(admin, id)))).toEqual([
      "not_found",
      "not_found",
      "ok",
      "not_found",
    ]);
    expect(await Promise.all([owner, admin, member].map(({ id }) => make(member, id)))).toEqual([
      "forbidden",
      "forbidden",
      "forbidden",
    ]);
    expect([await make(owner, owner.id), await make(admin, admin.id), await make(owner, 1n)]).toEqual([
      "forbidden",
      "forbidden",
      "not_found",
    ]);
  });

  test("from the command line for everyone who can sign in", async () => {
    const user = await makeUser();
    const token = tokenOf(await printResetLink(` ${user.email.toUpperCase()} `, BASE));
    expect(await codeOf(reset(token))).toBe("ok");
    expect((await audited(user)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ["account.password_reset", user.name],
      ["account.reset_link_printed", null],
    ]);
    const gone = await makeUser({ deactivatedAt: new Date() });
    expect([await codeOf(printResetLink(gone.email, BASE)), await codeOf(printResetLink("", BASE))]).toEqual([
      "not_found",
      "not_found",
    ]);
  });
});

describe("asking for a reset link by mail", () => {
  let office: PostOffice;

  beforeAll(async () => {
    office = await PostOffice.open();
    vi.stubEnv("SMTP_URL", office.url);
    vi.stubEnv("MAIL_FROM", "Parley <parley@example.com>");
    vi.stubEnv("BASE_URL", BASE);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await office.close();
  });
  afterEach(() => office.mails.splice(0));

  test("sends a link that works, with all names escaped", async () => {
    const user = await makeUser();
    expect(await askForReset(user.email, newAddress())).toBeUndefined();
    await expect.poll(() => office.to(user.email), SOON).toHaveLength(1);
    const [mail] = office.to(user.email);
    expect(mail?.subject).toBe("Reset your password for Engines & <b>more</b>");
    expect(mail?.html).not.toContain("<b>");
    const [url = ""] = /https:\S+reset-password#[\w-]+/.exec(mail?.text ?? "") ?? [];
    expect(mail?.html).toContain(`href="${url}"`);
    expect(await codeOf(reset(tokenOf(url)))).toBe("ok");
    expect((await audited(user)).map(({ action }) => action)).toEqual([
      "account.password_reset",
      "account.reset_asked",
    ]);
  });

  test("gets the same answer for unknown and deactivated accounts, without a mail", async () => {
    const [gone, user] = [await makeUser({ deactivatedAt: new Date() }), await makeUser()];
    for (const email of ["nobody@example.com", gone.email, user.email]) {
      expect(await askForReset(email, newAddress())).toBeUndefined();
    }
    await expect.poll(() => office.mails, SOON).toHaveLength(1);
    expect(office.to(user.email)).toHaveLength(1);
    expect(await audited(gone)).toEqual([]);
  });

  test("sends at most three per account and hour, and accepts thirty requests per address", async () => {
    const [user, other, address] = [await makeUser(), await makeUser(), newAddress()];
    for (let asked = 0; asked < 30; asked += 1) await askForReset(user.email, address);
    expect(await codeOf(askForReset(other.email, address))).toBe("rate_limited");
    await askForReset(other.email, newAddress());
    await expect.poll(() => office.to(other.email), SOON).toHaveLength(1);
    await expect.poll(() => office.to(user.email), SOON).toHaveLength(3);
    expect((await audited(user)).map(({ action }) => action)).toEqual(Array(3).fill("account.reset_asked"));
  });

  test("is refused if no mail server is set", async () => {
    vi.stubEnv("SMTP_URL", "");
    expect(await codeOf(askForReset(owner.email, newAddress()))).toBe("forbidden");
    vi.stubEnv("SMTP_URL", office.url);
  });
});
