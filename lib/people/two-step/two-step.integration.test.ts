import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { db } from "@/lib/db/client";
import { deactivate, resetTwoStep } from "@/lib/people/account/people";
import { findRestrictedUser, findSessionUser, type SessionUser } from "@/lib/people/find-session-user";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { makeSession, makeUser } from "@/lib/testing/factories";
import { SoftPasskey } from "@/lib/testing/passkey";
import { confirmApp, offerApp, turnOffApp } from "./app";
import { hasSecondStep, renewCodes, twoStepOf } from "./factors";
import { addPasskey, beginAddingPasskey, removePasskey, renamePasskey } from "./passkeys";
import { relyingParty } from "./relying-party";
import { requireTwoStep } from "./requirement";
import {
  beginSecondStep,
  beginWithPasskey,
  challengeSecondStep,
  finishWithCode,
  finishWithPasskey,
} from "./second-step";
import { STEP_SECONDS } from "./steps";

const PASSWORD = "correct horse battery";
const HERE = relyingParty("https://chat.example.com");
const ELSEWHERE = relyingParty("https://evil.example.com");
const HALF_MINUTE = 30_000;

let addresses = 0;
const device = () => {
  addresses += 1;
  return { userAgent: "", address: `198.51.100.${addresses}` };
};

beforeEach(async () => {
  // Codes stay the same, however long a test takes.
  atTime(Date.now());
  await db().workspace.upsert({
    where: { singleton: true },
    create: { name: "Codes" },
    update: { requiresTwoStep: false },
  });
});
afterEach(() => vi.useRealTimers());

/** Sets only the clock of codes; the database's time continues. */
const atTime = (milliseconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: milliseconds });

const codeOf = (secret: string, at = Date.now()) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });

async function withApp(user: SessionUser): Promise<{ secret: string; codes: string[] }> {
  const { ticket, secret } = await offerApp(user, undefined);
  // The code of the previous step, so that the current one is still unused.
  const { codes } = await confirmApp(user, { ticket, code: codeOf(secret, Date.now() - HALF_MINUTE) });
  return { secret, codes: codes ?? [] };
}

async function withPasskey(user: SessionUser): Promise<SoftPasskey> {
  const { token, options } = await beginAddingPasskey(user, undefined, HERE);
  const passkey = new SoftPasskey();
  await addPasskey(user, token, { name: "Laptop", response: passkey.make(options.challenge, HERE) }, HERE);
  return passkey;
}

async function half(user: SessionUser): Promise<string> {
  const outcome = await signIn({ email: user.email, password: PASSWORD }, device());
  if (outcome.sessionId !== null) throw new Error("The password alone was enough.");
  return beginSecondStep(outcome, { network: device().address, before: null });
}

const refused = (code: string) => ({ isAppError: true, code });

async function actionsOf(user: SessionUser): Promise<string[]> {
  const reader = requireAuditReader({ id: user.id, role: "owner" });
  const { items: entries } = await auditPage(reader, { personId: user.id }, 100);
  return entries
    .filter(({ actorId }) => actorId === `${user.id}`)
    .map(({ action }) => action)
    .reverse();
}

test("an app is on once its code was entered, only in the session that started it", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { ticket, secret, qr } = await offerApp(user, undefined);
  expect(qr[4]).toMatch(/^00001{7}0[01]+01{7}0000$/);
  await expect(confirmApp(user, { ticket, code: "000000" })).rejects.toMatchObject({ field: "code" });
  const code = codeOf(secret);
  const elsewhere = await makeSession(user);
  await expect(confirmApp(elsewhere, { ticket, code })).rejects.toMatchObject(refused("invalid"));
  await expect(confirmApp(await makeUser(), { ticket, code })).rejects.toMatchObject(refused("invalid"));
  await expect(confirmApp(user, { ticket: `${ticket.slice(0, -2)}AA`, code })).rejects.toMatchObject(
    refused("invalid"),
  );
  expect(await hasSecondStep(user.id)).toBe(false);
  const { codes } = await confirmApp(user, { ticket, code });
  expect(codes).toHaveLength(10);
  await expect(confirmApp(user, { ticket, code })).rejects.toMatchObject(refused("conflict"));
  await expect(offerApp(user, undefined)).rejects.toMatchObject(refused("conflict"));
  const stored = JSON.stringify(
    await db().$queryRaw`
    SELECT encode(secret, 'escape') AS secret FROM authenticator_apps WHERE user_id = ${user.id}`,
  );
  expect(stored).not.toContain(secret);
  const kept = await db().recoveryCode.findMany({ where: { userId: user.id } });
  for (const each of codes ?? []) expect(kept.map(({ hash }) => Buffer.from(hash).toString())).not.toContain(each);
});

test("a right password alone opens no session, and a code opens one once", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { secret } = await withApp(user);
  const token = await half(user);
  const steps = await db().$queryRaw<{ row: string }[]>`SELECT to_jsonb(s)::text AS row FROM sign_in_steps s`;
  expect(steps.filter(({ row }) => row.includes(`"user_id": ${user.id}`))).toHaveLength(1);
  for (const { row } of steps) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    expect(row).not.toContain(Buffer.from(token).toString("hex"));
  }
  const code = codeOf(secret);
  await expect(finishWithCode("another browser's", code, device())).rejects.toMatchObject(refused("unauthenticated"));
  await expect(finishWithCode(null, code, device())).rejects.toMatchObject(refused("unauthenticated"));
  const { userId, sessionId } = await finishWithCode(token, ` ${code.slice(0, 3)} ${code.slice(3)}`, device());
  expect(await findSessionUser(userId, sessionId)).toMatchObject({ id: user.id });
  // Neither the step nor the code can be used again.
  await expect(finishWithCode(token, codeOf(secret, Date.now() + HALF_MINUTE), device())).rejects.toThrow("timed out");
  await expect(finishWithCode(await half(user), code, device())).rejects.toThrow("incorrect");
});

test("codes from 30 seconds before and after are accepted, older, later and used ones aren't", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { secret } = await withApp(user);
  const now = Date.now();
  for (const off of [-2, 2]) {
    const late = finishWithCode(await half(user), codeOf(secret, now + off * HALF_MINUTE), device());
    await expect(late).rejects.toThrow("incorrect");
  }
  await finishWithCode(await half(user), codeOf(secret, now + HALF_MINUTE), device());
  await expect(finishWithCode(await half(user), codeOf(secret, now), device())).rejects.toThrow("incorrect");
  atTime(now + 2 * HALF_MINUTE);
  await finishWithCode(await half(user), codeOf(secret, now + 2 * HALF_MINUTE), device());
});

test("the same code from two browsers at once signs in only one", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { secret, codes } = await withApp(user);
  for (const code of [codeOf(secret), codes[0] ?? ""]) {
    const tokens = [await half(user), await half(user)];
    const outcomes = await Promise.allSettled(tokens.map((token) => finishWithCode(token, code, device())));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  }
});

test("five wrong codes end the step, ten block codes for an hour from any address, and each is recorded", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { secret } = await withApp(user);
  const token = await half(user);
  const wrong = (at: string) => finishWithCode(at, "000000", device());
  for (const _ of Array(5)) await expect(wrong(token)).rejects.toThrow("incorrect");
  await expect(finishWithCode(token, codeOf(secret), device())).rejects.toThrow("timed out");
  const next = await half(user);
  for (const _ of Array(4)) await expect(wrong(next)).rejects.toThrow("incorrect");
  const last = await half(user);
  await expect(wrong(last)).rejects.toThrow("incorrect");
  await expect(finishWithCode(last, codeOf(secret), device())).rejects.toMatchObject(refused("rate_limited"));
  const failures = await db().auditEntry.aggregate({
    where: { action: "session.refused", memberId: user.id },
    _sum: { times: true },
  });
  expect(failures._sum.times).toBe(10);
});

test("a step ends with a changed password, after its time, and with its account", async () => {
  const user = await makeUser({ password: PASSWORD });
  const owner = await makeUser({ role: "owner" });
  const { secret } = await withApp(user);
  const code = codeOf(secret);
  const expired = await half(user);
  await db().signInStep.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } });
  await expect(finishWithCode(expired, code, device())).rejects.toThrow("timed out");
  const begun = await half(user);
  const { passwordHash } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true },
  });
  await db().user.update({ where: { id: user.id }, data: { passwordHash: "another" } });
  await expect(finishWithCode(begun, code, device())).rejects.toThrow("timed out");
  await db().user.update({ where: { id: user.id }, data: { passwordHash } });
  const { token: adding } = await beginAddingPasskey(user, undefined, HERE);
  await deactivate(owner, user.id);
  expect(await db().signInStep.count({ where: { userId: user.id } })).toBe(0);
  await expect(finishWithCode(begun, code, device())).rejects.toThrow("timed out");
  await expect(
    addPasskey(user, adding, { name: "x", response: new SoftPasskey().make("y", HERE) }, HERE),
  ).rejects.toMatchObject(refused("invalid"));
});

test("a recovery code works once, and new codes replace the old ones", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { codes } = await withApp(user);
  const [first = "", second = ""] = codes;
  await finishWithCode(await half(user), first.toUpperCase().replaceAll("-", " "), device());
  await expect(finishWithCode(await half(user), first, device())).rejects.toThrow("incorrect");
  expect((await twoStepOf(user, "")).codes).toEqual({ left: 9, made: 10 });
  await expect(renewCodes(user, undefined)).rejects.toMatchObject({ field: "proof" });
  await expect(renewCodes(user, "wrong")).rejects.toMatchObject({ field: "proof" });
  const renewed = (await renewCodes(user, PASSWORD)).codes ?? [];
  await expect(finishWithCode(await half(user), second, device())).rejects.toThrow("incorrect");
  await finishWithCode(await half(user), renewed[0] ?? "", device());
  expect((await actionsOf(user)).filter((action) => action.startsWith("account."))).toEqual([
    "account.app_turned_on",
    "account.recovery_code_used",
    "account.recovery_codes_made",
    "account.recovery_code_used",
  ]);
});

test("turning the app off needs a password or code, even right after signing in, and deletes the recovery codes", async () => {
  const user = await makeUser({ password: PASSWORD });
  const { secret } = await withApp(user);
  await expect(turnOffApp(user, undefined)).rejects.toMatchObject({ field: "proof" });
  await expect(turnOffApp(user, "123 456")).rejects.toMatchObject({ field: "proof" });
  await turnOffApp(user, codeOf(secret));
  expect(await twoStepOf(user, "")).toMatchObject({ hasApp: false, codes: { left: 0, made: 0 } });
  expect(await signIn({ email: user.email, password: PASSWORD }, device())).toMatchObject({ userId: user.id });
  expect((await actionsOf(user)).slice(0, 2)).toEqual(["account.app_turned_on", "account.app_turned_off"]);
});

test("a person who signed in a while ago must confirm who they are before setting something up", async () => {
  const user = await makeUser({ password: PASSWORD });
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await db().session.update({ where: { id: user.sessionId }, data: { createdAt } });
  await expect(offerApp(user, undefined)).rejects.toMatchObject({ field: "proof" });
  await expect(beginAddingPasskey(user, "wrong", HERE)).rejects.toMatchObject({ field: "proof" });
  expect(await offerApp(user, PASSWORD)).toMatchObject({ secret: expect.any(String) });
  for (const _ of Array(5)) await expect(offerApp(user, "wrong")).rejects.toMatchObject({ field: "proof" });
  await expect(offerApp(user, PASSWORD)).rejects.toMatchObject(refused("rate_limited"));
});

test("a passkey alone signs in once per challenge, in the browser and at the address where it was started", async () => {
  const user = await makeUser({ password: PASSWORD });
  const passkey = await withPasskey(user);
  const begin = () => beginWithPasskey(HERE, device());
  const { token, options } = await begin();
  expect(options.allowCredentials ?? []).toEqual([]);
  const answer = passkey.use(options.challenge, HERE, `${user.id}`);
  const other = await begin();
  await expect(finishWithPasskey(other.token, answer, HERE, device())).rejects.toThrow("doesn't belong");
  await expect(finishWithPasskey(null, answer, HERE, device())).rejects.toThrow("timed out");
  const { userId, sessionId } = await finishWithPasskey(token, answer, HERE, device());
  expect(await findSessionUser(userId, sessionId)).toMatchObject({ id: user.id });
  await expect(finishWithPasskey(token, answer, HERE, device())).rejects.toThrow("timed out");

  const refusal = async (use: (challenge: string) => ReturnType<SoftPasskey["use"]>, rp = HERE) => {
    const { token, options } = await begin();
    await expect(finishWithPasskey(token, use(options.challenge), rp, device())).rejects.toThrow("doesn't belong");
  };
  await refusal((challenge) => passkey.use(challenge, ELSEWHERE));
  await refusal((challenge) => passkey.use(challenge, ELSEWHERE), ELSEWHERE);
  await refusal((challenge) => passkey.use(challenge, HERE, "1"));
  await refusal((challenge) => new SoftPasskey().use(challenge, HERE));
  passkey.verifies = false;
  await refusal((challenge) => passkey.use(challenge, HERE));
});

test("a passkey whose counter went back is a copy and is refused", async () => {
  const user = await makeUser({ password: PASSWORD });
  const passkey = await withPasskey(user);
  const use = async (counter: number) => {
    passkey.counter = counter;
    const { token, options } = await beginWithPasskey(HERE, device());
    return finishWithPasskey(token, passkey.use(options.challenge, HERE), HERE, device());
  };
  await use(5);
  await expect(use(5)).rejects.toThrow("doesn't belong");
  await expect(use(4)).rejects.toThrow("doesn't belong");
  await expect(use(0)).rejects.toThrow("doesn't belong");
  await use(6);
});

test("a person's own passkey works as a second step, another person's doesn't", async () => {
  const [user, other] = [await makeUser({ password: PASSWORD }), await makeUser({ password: PASSWORD })];
  const [passkey, others] = [await withPasskey(user), await withPasskey(other)];
  const token = await half(user);
  const first = await challengeSecondStep(token, HERE);
  expect(first.allowCredentials).toHaveLength(1);
  const theirs = others.use(first.challenge, HERE);
  await expect(finishWithPasskey(token, theirs, HERE, device())).rejects.toThrow("doesn't belong");
  const next = await challengeSecondStep(token, HERE);
  await expect(finishWithPasskey(token, passkey.use(first.challenge, HERE), HERE, device())).rejects.toThrow("doesn't");
  const last = await challengeSecondStep(token, HERE);
  expect(last.challenge).not.toBe(next.challenge);
  const { userId } = await finishWithPasskey(token, passkey.use(last.challenge, HERE), HERE, device());
  expect(userId).toBe(user.id);
  await expect(challengeSecondStep(token, HERE)).rejects.toMatchObject(refused("unauthenticated"));
});

test("passkeys are added only as requested, once, and only their owner can rename and remove them", async () => {
  const [user, stranger] = [await makeUser({ password: PASSWORD }), await makeUser({ password: PASSWORD })];
  const { token, options } = await beginAddingPasskey(user, undefined, HERE);
  const passkey = new SoftPasskey();
  const made = { name: "Laptop", response: passkey.make(options.challenge, HERE) };
  for (const [who, by] of [
    [stranger, token],
    [await makeSession(user), token],
    [user, null],
    [user, "forged"],
  ] as const) {
    await expect(addPasskey(who, by, made, HERE)).rejects.toMatchObject(refused("invalid"));
  }
  expect((await addPasskey(user, token, made, HERE)).codes).toHaveLength(10);
  await expect(addPasskey(user, token, made, HERE)).rejects.toMatchObject(refused("invalid"));
  // The browser's prompt, the server and the text agree.
  expect(options.timeout).toBe(STEP_SECONDS * 1_000);
  await expect(addPasskey(user, null, made, HERE)).rejects.toThrow(`within ${STEP_SECONDS / 60} minutes`);
  const again = await beginAddingPasskey(stranger, undefined, HERE);
  const copied = { name: "Stolen", response: passkey.make(again.options.challenge, HERE) };
  await expect(addPasskey(stranger, again.token, copied, HERE)).rejects.toMatchObject(refused("conflict"));
  const unverified = await beginAddingPasskey(user, undefined, HERE);
  const careless = new SoftPasskey();
  careless.verifies = false;
  await expect(
    addPasskey(
      user,
      unverified.token,
      { name: "x", response: careless.make(unverified.options.challenge, HERE) },
      HERE,
    ),
  ).rejects.toMatchObject(refused("invalid"));

  const [listed] = (await twoStepOf(user, HERE.domain)).passkeys;
  expect(listed).toMatchObject({ name: "Laptop", lastUsedAt: null, elsewhere: null });
  expect((await twoStepOf(user, "new.example.com")).passkeys[0]?.elsewhere).toBe(HERE.domain);
  const id = BigInt(listed?.id ?? 0);
  await expect(renamePasskey(stranger, id, "Mine")).rejects.toMatchObject(refused("not_found"));
  await expect(removePasskey(stranger, id, PASSWORD)).rejects.toMatchObject(refused("not_found"));
  await renamePasskey(user, id, "Work laptop");
  await expect(removePasskey(user, id, undefined)).rejects.toMatchObject({ field: "proof" });
  await removePasskey(user, id, PASSWORD);
  expect(await twoStepOf(user, HERE.domain)).toMatchObject({ passkeys: [], codes: { made: 0 } });
  expect(await actionsOf(user)).toEqual(["account.passkey_added", "account.passkey_removed"]);
});

test("if it's required, people without a second step can only set one up, and no one can turn off the last one", async () => {
  const admin = await makeUser({ password: PASSWORD, role: "admin" });
  const [user, member] = [await makeUser({ password: PASSWORD }), await makeUser({ password: PASSWORD })];
  await expect(requireTwoStep(member, true)).rejects.toMatchObject(refused("not_found"));
  await expect(requireTwoStep(admin, true)).rejects.toMatchObject(refused("conflict"));
  await withApp(admin);
  await requireTwoStep(admin, true);
  await requireTwoStep(admin, true);
  expect(await findSessionUser(admin.id, admin.sessionId)).toEqual(admin);
  expect(await findRestrictedUser(admin.id, admin.sessionId)).toBeNull();
  expect(await findSessionUser(user.id, user.sessionId)).toBeNull();
  expect(await findRestrictedUser(user.id, user.sessionId)).toEqual(user);
  await withPasskey(user);
  expect(await findSessionUser(user.id, user.sessionId)).toEqual(user);
  const [passkey] = (await twoStepOf(user, HERE.domain)).passkeys;
  await expect(removePasskey(user, BigInt(passkey?.id ?? 0), PASSWORD)).rejects.toMatchObject(refused("conflict"));
  expect((await twoStepOf(user, HERE.domain)).passkeys).toHaveLength(1);
  const { secret } = await withApp(user);
  await removePasskey(user, BigInt(passkey?.id ?? 0), PASSWORD);
  await expect(turnOffApp(user, codeOf(secret))).rejects.toMatchObject(refused("conflict"));
  // People without a password use single sign-on.
  await db().user.update({ where: { id: member.id }, data: { passwordHash: null } });
  expect(await findSessionUser(member.id, member.sessionId)).toEqual(member);
  await db().user.update({ where: { id: member.id }, data: { passwordHash: "another" } });
  expect(await findSessionUser(member.id, member.sessionId)).toBeNull();
  await requireTwoStep(admin, false);
  expect(await findSessionUser(member.id, member.sessionId)).toEqual(member);
  expect((await actionsOf(admin)).filter((action) => action.startsWith("workspace."))).toEqual([
    "workspace.two_step_required",
    "workspace.two_step_not_required",
  ]);
});

test("an admin can reset a member's second step, which signs them out, but not an admin's or owner's", async () => {
  const [owner, admin] = [await makeUser({ role: "owner" }), await makeUser({ role: "admin", password: PASSWORD })];
  const user = await makeUser({ password: PASSWORD });
  await Promise.all([withApp(user), withApp(admin)]);
  await withPasskey(user);
  const begun = await half(user);
  await expect(resetTwoStep(user, admin.id)).rejects.toMatchObject(refused("forbidden"));
  await expect(resetTwoStep(admin, admin.id)).rejects.toMatchObject(refused("forbidden"));
  await expect(resetTwoStep(admin, owner.id)).rejects.toMatchObject(refused("not_found"));
  await expect(resetTwoStep(await makeUser({ role: "admin" }), admin.id)).rejects.toMatchObject(refused("not_found"));
  await resetTwoStep(admin, user.id);
  expect(await findSessionUser(user.id, user.sessionId)).toBeNull();
  expect(await hasSecondStep(user.id)).toBe(false);
  await expect(finishWithCode(begun, "000000", device())).rejects.toThrow("timed out");
  expect((await signIn({ email: user.email, password: PASSWORD }, device())).sessionId).not.toBeNull();
  await resetTwoStep(owner, admin.id);
  expect(await hasSecondStep(admin.id)).toBe(false);
  expect(await actionsOf(owner)).toEqual(["account.two_step_reset"]);
});
