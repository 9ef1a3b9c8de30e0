import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { changePassword } from "@/lib/people/account/account";
import { findRestrictedUser, findSessionUser, type SessionUser } from "@/lib/people/find-session-user";
import { makeResetLink, openReset, resetPassword } from "@/lib/people/sign-in/password-reset";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { makeSession, makeUser } from "@/lib/testing/factories";
import { SoftPasskey } from "@/lib/testing/passkey";
import { codeOf as refusalOf } from "@/lib/testing/refusals";
import { hasSecondStep, twoStepOf } from "./factors";
import { addPasskey, beginAddingPasskey } from "./passkeys";
import { relyingParty } from "./relying-party";
import { beginSecondStep, beginWithPasskey, finishWithCode, finishWithPasskey } from "./second-step";

const PASSWORD = "correct horse battery";
const NEW = "a quite new secret";
const HERE = relyingParty("https://chat.example.com");
const device = { userAgent: "", address: "198.51.100.7" };

beforeEach(async () => {
  const update = { requiresTwoStep: false };
  await db().workspace.upsert({ where: { singleton: true }, create: { name: "Keys" }, update });
});

async function add(user: SessionUser, name: string) {
  const { token, options } = await beginAddingPasskey(user, undefined, HERE);
  const passkey = new SoftPasskey();
  const response = passkey.make(options.challenge, HERE);
  const { codes } = await addPasskey(user, token, { name, response }, HERE);
  return { passkey, codes: codes ?? [] };
}

/** A person with their own passkey, and one that an intruder added in a stolen session. */
async function invaded() {
  const user = await makeUser({ password: PASSWORD });
  const { passkey: own, codes } = await add(user, "Laptop");
  const { passkey: intruders } = await add(await makeSession(user), "Not mine");
  const { passkeys } = await twoStepOf(user, HERE.domain);
  return { user, own, intruders, codes, ownId: passkeys[0]?.id ?? "" };
}

async function enters(passkey: SoftPasskey): Promise<string> {
  const { token, options } = await beginWithPasskey(HERE, device);
  return refusalOf(finishWithPasskey(token, passkey.use(options.challenge, HERE), HERE, device));
}

async function resetBy(user: SessionUser, keepPasskeys: string[]): Promise<void> {
  const url = await makeResetLink(await makeUser({ role: "owner" }), user.id, "");
  const token = url.slice(url.indexOf("#") + 1);
  const offer = await openReset(token, device.address);
  expect(offer).toMatchObject({
    email: user.email,
    passkeys: [{ name: "Laptop" }, { name: "Not mine" }],
    hasApp: false,
  });
  await resetPassword({ token, password: NEW, keepPasskeys }, device.address);
}

const removedOf = async (user: SessionUser) =>
  (
    await db().auditEntry.findMany({
      where: { actorId: user.id, action: "account.passkey_removed" },
      orderBy: { id: "asc" },
      select: { details: true, network: true },
    })
  ).map(({ details, network }) => [details, network]);

test("a reset keeps only the selected passkeys, and an intruder's passkey stops working", async () => {
  const { user, own, intruders, ownId } = await invaded();
  expect(await enters(intruders)).toBe("ok");
  await resetBy(user, [ownId]);
  expect([await enters(intruders), await enters(own)]).toEqual(["unauthenticated", "ok"]);
  expect(await removedOf(user)).toEqual([[{ name: { from: "Not mine", to: null } }, device.address]]);
});

test.each([
  ["isn't required anymore", false],
  ["must be set up again if it's required", true],
])("a reset without passkeys still requires a second step by recovery code, which then %s", async (_, required) => {
  const { user, codes } = await invaded();
  await db().workspace.updateMany({ data: { requiresTwoStep: required } });
  await resetBy(user, []);
  const half = await signIn({ email: user.email, password: NEW }, device);
  if (half.sessionId !== null) throw new Error("The password alone was enough.");
  const token = await beginSecondStep(half, { network: device.address, before: null });
  const { sessionId } = await finishWithCode(token, codes[0] ?? "", device);
  expect((await findSessionUser(user.id, sessionId)) === null).toBe(required);
  expect((await findRestrictedUser(user.id, sessionId)) !== null).toBe(required);
  expect([await hasSecondStep(user.id), await db().recoveryCode.count({ where: { userId: user.id } })]).toEqual([
    false,
    0,
  ]);
  expect((await signIn({ email: user.email, password: NEW }, device)).sessionId).not.toBeNull();
});

test("a changed password removes passkeys that weren't kept, except the last second step if one is required", async () => {
  const { user, own, intruders, ownId } = await invaded();
  await db().workspace.updateMany({ data: { requiresTwoStep: true } });
  const change = (keepPasskeys: string[]) =>
    changePassword(user, { currentPassword: PASSWORD, newPassword: NEW, keepPasskeys }, device);
  expect(await refusalOf(change([]))).toBe("conflict");
  expect([await enters(intruders), await enters(own)]).toEqual(["ok", "ok"]);
  const sessionId = await change([ownId]);
  expect([await enters(intruders), await enters(own)]).toEqual(["unauthenticated", "ok"]);
  const again = { currentPassword: NEW, newPassword: PASSWORD, keepPasskeys: [] };
  await db().workspace.updateMany({ data: { requiresTwoStep: false } });
  await changePassword({ ...user, sessionId }, again, device);
  expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(0);
  expect((await signIn({ email: user.email, password: PASSWORD }, device)).sessionId).not.toBeNull();
});

test("a passkey that was started in a session isn't added after the session ends", async () => {
  const user = await makeUser({ password: PASSWORD });
  const stolen = await makeSession(user);
  const { token, options } = await beginAddingPasskey(stolen, undefined, HERE);
  const response = new SoftPasskey().make(options.challenge, HERE);
  // Adding a passkey waits for the password change's lock.
  const adding = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
    const begun = addPasskey(stolen, token, { name: "Late", response }, HERE);
    const outcome = refusalOf(begun);
    await expect.poll(() => db().signInStep.count({ where: { userId: user.id } })).toBe(0);
    await tx.session.deleteMany({ where: { id: stolen.sessionId } });
    return { outcome };
  });
  expect(await adding.outcome).toBe("invalid");
  expect(await hasSecondStep(user.id)).toBe(false);
});
