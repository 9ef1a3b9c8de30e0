import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { linkIdentity } from "@/lib/people/sign-in/identities";
import { signInBySso } from "@/lib/people/sign-in/sign-in-by-sso";
import type { Oidc } from "@/lib/process/env";
import { makeUser } from "@/lib/testing/factories";
import { SoftPasskey } from "@/lib/testing/passkey";
import { PostOffice } from "@/lib/testing/post-office";
import { codeOf as refusalOf } from "@/lib/testing/refusals";
import { until } from "@/lib/testing/until";
import { confirmApp, offerApp } from "./app";
import { addPasskey, beginAddingPasskey } from "./passkeys";
import { relyingParty } from "./relying-party";
import { beginSecondStep, challengeSecondStep, finishWithCode, secondStepOf, takeLinkStep } from "./second-step";

const PASSWORD = "correct horse battery";
const HERE = relyingParty("https://chat.example.com");
const OIDC: Oidc = {
  issuer: "https://id.example.com",
  clientId: "parley",
  clientSecret: "secret",
  allowedDomains: [],
  name: "Keycloak",
};

let made = 0;
let device = { userAgent: "", address: "203.0.113.1" };

beforeEach(() => {
  made += 1;
  device = { userAgent: "", address: `203.0.113.${made}` };
});
afterEach(() => vi.unstubAllEnvs());

const pendingOf = ({ id, email }: SessionUser) => ({ userId: id, subject: `sub-${id}`, email });
const isLinked = async ({ id }: SessionUser) => (await db().identity.count({ where: { userId: id } })) === 1;

async function withApp(): Promise<{ user: SessionUser; code: () => string; recovery: string }> {
  const user = await makeUser({ password: PASSWORD });
  const { ticket, secret } = await offerApp(user, undefined);
  const at = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  const { codes } = await confirmApp(user, { ticket, code: at(Date.now()) });
  // An unused code that stays valid if the 30-second step ends meanwhile.
  return { user, code: () => at(Date.now() + 30_000), recovery: codes?.[0] ?? "" };
}

/** Enters the right password, and returns the token of the second step. */
async function passwordOf(user: SessionUser, signedIn: SessionUser | null): Promise<string> {
  const outcome = await linkIdentity(OIDC, pendingOf(user), { password: PASSWORD, signedIn }, device);
  expect(await isLinked(user)).toBe(false);
  if (outcome?.sessionId !== null) throw new Error("The password alone was enough.");
  return beginSecondStep(outcome, { network: device.address, before: null }, "link-login");
}

async function linkBy(user: SessionUser, signedIn: SessionUser | null, token: string, code: string) {
  const taken = await takeLinkStep(token, { code }, HERE, device);
  return linkIdentity(OIDC, pendingOf(user), { ...taken, signedIn }, device);
}

test.each([
  ["without a session", false],
  ["with a session", true],
])("an account with a second step is linked only after it, %s", async (_, isIn) => {
  const { user, code } = await withApp();
  const signedIn = isIn ? user : null;
  const token = await passwordOf(user, signedIn);
  expect(await refusalOf(linkBy(user, signedIn, token, "000000"))).toBe("unauthenticated");
  expect(await isLinked(user)).toBe(false);
  const outcome = await linkBy(user, signedIn, token, code());
  expect(outcome).toEqual(isIn ? null : { userId: user.id, sessionId: expect.any(BigInt) });
  expect(await isLinked(user)).toBe(true);
  expect(await refusalOf(linkBy(user, signedIn, token, code()))).toBe("unauthenticated");
  // Once linked, signing in there needs no second step here.
  const { subject, email } = pendingOf(user);
  expect(await signInBySso(OIDC, { subject, email, isVerified: true, name: user.name }, null, device)).toMatchObject({
    kind: "session",
    userId: user.id,
  });
});

test("a recovery code or a passkey also works as the second step of linking", async () => {
  const { user, recovery } = await withApp();
  await linkBy(user, null, await passwordOf(user, null), recovery);
  expect(await isLinked(user)).toBe(true);

  const owner = await makeUser({ password: PASSWORD });
  const adding = await beginAddingPasskey(owner, undefined, HERE);
  const passkey = new SoftPasskey();
  const response = passkey.make(adding.options.challenge, HERE);
  await addPasskey(owner, adding.token, { name: "Laptop", response }, HERE);
  const token = await passwordOf(owner, owner);
  const { challenge } = await challengeSecondStep(token, HERE);
  const answer = { passkey: JSON.stringify(passkey.use(challenge, HERE)) };
  const taken = await takeLinkStep(token, answer, HERE, device);
  expect(await linkIdentity(OIDC, pendingOf(owner), { ...taken, signedIn: owner }, device)).toBeNull();
  expect(await isLinked(owner)).toBe(true);
});

test("a step for linking signs no one in, a step for sign-in links nothing, and neither works for another account", async () => {
  const { user, code } = await withApp();
  const token = await passwordOf(user, null);
  expect(await refusalOf(finishWithCode(token, code(), device))).toBe("unauthenticated");
  expect(await secondStepOf(token, HERE)).toBeNull();
  expect(await secondStepOf(token, HERE, "link-login")).toEqual({ userId: user.id, app: true, passkey: false });
  const { passwordHash } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true },
  });
  const half = { userId: user.id, sessionId: null, passwordHash: passwordHash ?? "" };
  const signingIn = await beginSecondStep(half, { network: device.address, before: null });
  expect(await refusalOf(linkBy(user, null, signingIn, code()))).toBe("unauthenticated");

  const other = await makeUser({ password: PASSWORD });
  const taken = await takeLinkStep(token, { code: code() }, HERE, device);
  const theirs = linkIdentity(OIDC, pendingOf(other), { ...taken, signedIn: null }, device);
  expect(await refusalOf(theirs)).toBe("conflict");
  expect([await isLinked(user), await isLinked(other)]).toEqual([false, false]);
});

test("a person gets a mail about a linked login or a new passkey, and what to do if it wasn't them", async () => {
  const office = await PostOffice.open();
  vi.stubEnv("SMTP_URL", office.url);
  vi.stubEnv("MAIL_FROM", "Parley <parley@example.com>");
  vi.stubEnv("BASE_URL", "https://chat.example.com");
  try {
    const user = await makeUser({ password: PASSWORD });
    const pending = { ...pendingOf(user), email: "ada@work.example" };
    await linkIdentity(OIDC, pending, { password: PASSWORD, signedIn: user }, device);
    await until(() => expect(office.to(user.email)).toHaveLength(1));
    const { subject, text } = office.to(user.email)[0] ?? {};
    expect(subject).toMatch(/^Single sign-on was linked to your account in /);
    expect(text).toContain(`Keycloak (ada@work.example) was linked to your account`);
    expect(text).toContain(device.address);
    expect(text).toContain("https://chat.example.com/account");
    expect(text).toContain("If this wasn't you, unlink it on your account page, then change your password");

    const adding = await beginAddingPasskey(user, undefined, HERE);
    const response = new SoftPasskey().make(adding.options.challenge, HERE);
    await addPasskey(user, adding.token, { name: "Laptop", response }, HERE);
    await until(() => expect(office.to(user.email)).toHaveLength(2));
    const added = office.to(user.email)[1];
    expect(added?.subject).toMatch(/^A passkey was added to your account in /);
    expect(added?.text).toContain('The passkey "Laptop" was added to your account and can now sign in to it.');
  } finally {
    await office.close();
  }
});
