import { recordFailedSignIn } from "@/lib/audit/sign-ins";
import { db } from "@/lib/db/client";
import { hasFactor } from "@/lib/people/factors";
import { beginSession, type Device } from "@/lib/people/sessions";
import type { SecondStepTaken } from "@/lib/people/sign-in/identities";
import type { HalfSignedIn, SignedIn } from "@/lib/people/sign-in/sign-in";
import { refusePassword } from "@/lib/people/sign-in/sso-rules";
import { countTry, forgetTries, uncountTry } from "@/lib/people/try-limits";
import { AppError } from "@/lib/text/errors";
import { takeCode } from "./codes";
import type { SecondStepDto } from "./dto";
import { passkeyOptions, signerOf } from "./passkeys";
import type { RelyingParty } from "./relying-party";
import { type UsedPasskey, usedPasskeySchema } from "./schema";
import {
  beginStep,
  endStep,
  findStep,
  noteWrongCode,
  type StepKind,
  type StepPurpose,
  setChallenge,
  spendChallenge,
} from "./steps";

type RequestOptions = Awaited<ReturnType<typeof passkeyOptions>>;

/** The network of the sign-in, and the token of the step that the same browser started before. */
type StepOrigin = { network: string; before: string | null };

/**
 * Starts the second step after a correct password, and returns its token for the browser. If the browser had already
 * started one for the same account, that one ends without being recorded as missed.
 */
export async function beginSecondStep(
  { userId, passwordHash }: HalfSignedIn,
  { network, before }: StepOrigin,
  purpose: StepPurpose = "second-step",
): Promise<string> {
  const step = await findStep(before);
  if (before !== null && step?.userId === userId) await endStep(before);
  return beginStep({ kind: purpose, userId, passwordHash, network });
}

/** Returns the step in progress in the browser with this token, and the ways to complete it; null if there is none. */
export async function secondStepOf(
  token: string | null,
  { domain }: RelyingParty,
  purpose: StepPurpose = "second-step",
): Promise<({ userId: bigint } & SecondStepDto) | null> {
  const step = await findStep(token);
  if (step?.kind !== purpose || step.userId === null) return null;
  const { userId } = step;
  const [apps, passkeys] = await Promise.all([
    db().authenticatorApp.count({ where: { userId } }),
    db().passkey.count({ where: { userId, domain } }),
  ]);
  return { userId, app: apps > 0, passkey: passkeys > 0 };
}

/**
 * Completes the second step with an app's code or a recovery code, and opens a session. Throws `unauthenticated` if
 * the code is wrong, which is recorded as a failed sign-in, or the step is over; `rate_limited` after ten codes for
 * the account within an hour.
 */
export async function finishWithCode(token: string | null, code: string, device: Device): Promise<SignedIn> {
  return open(await takeWithCode("second-step", token, code, device), device);
}

/** What completes a second step: a code, or a passkey's response as JSON. */
export type StepAnswer = { code: string } | { passkey: string };

/** Completes the second step before a login is linked. Throws as `finishWithCode` and `finishWithPasskey` do. */
export async function takeLinkStep(
  token: string | null,
  answer: StepAnswer,
  rp: RelyingParty,
  device: Device,
): Promise<SecondStepTaken> {
  if ("code" in answer) return takeWithCode("link-login", token, answer.code, device);
  return (await takeWithPasskey(["link-login"], token, readPasskey(answer.passkey), rp, device)).taken;
}

/** Parses a browser's passkey response. Throws `invalid`. */
export function readPasskey(text: string): UsedPasskey {
  const parsed = usedPasskeySchema.safeParse(fromJson(text));
  if (!parsed.success) throw new AppError("invalid", "The passkey's response wasn't valid. Try again.");
  return parsed.data;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function open({ userId, passwordHash }: SecondStepTaken, device: Device): Promise<SignedIn> {
  const sessionId = await beginSession({ id: userId, passwordHash }, device);
  if (sessionId === null) throw isOver();
  return { userId, sessionId };
}

async function takeWithCode(
  purpose: StepPurpose,
  token: string | null,
  code: string,
  device: Device,
): Promise<SecondStepTaken> {
  const step = await findStep(token);
  if (token === null || step?.kind !== purpose || step.userId === null || step.passwordHash === null) throw isOver();
  const { userId, passwordHash } = step;
  await countTry("login-address", device.address);
  await countTry("second-step", `${userId}`);
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true } });
  if (!(await takeCode(user, code, device.address))) {
    await noteWrongCode(token);
    await recordFailedSignIn(user, device.address);
    throw new AppError("unauthenticated", "That code is incorrect or was already used. Enter the next one.");
  }
  if (!(await endStep(token))) throw isOver();
  // After a reset removed the last passkey, a recovery code was enough; the others have nothing left to recover.
  if (!(await hasFactor(db(), userId))) await db().recoveryCode.deleteMany({ where: { userId } });
  await Promise.all([forgetTries("second-step", `${userId}`), uncountTry("login-address", device.address)]);
  return { userId, passwordHash };
}

/** Returns what a browser needs to sign in with only a passkey, and the token to finish it. */
export async function beginWithPasskey(
  rp: RelyingParty,
  device: Device,
): Promise<{ token: string; options: RequestOptions }> {
  await countTry("login-address", device.address);
  const options = await passkeyOptions(null, rp);
  return { token: await beginStep({ kind: "passkey-sign-in", challenge: options.challenge }), options };
}

/** Returns what a browser needs for a second step with a passkey. Throws `unauthenticated` if the step is over. */
export async function challengeSecondStep(token: string | null, rp: RelyingParty): Promise<RequestOptions> {
  const step = await findStep(token);
  const isOne = step?.kind === "second-step" || step?.kind === "link-login";
  if (token === null || !isOne || step.userId === null) throw isOver();
  const options = await passkeyOptions(step.userId, rp);
  await setChallenge(token, options.challenge);
  return options;
}

/**
 * Opens a session for the owner of the passkey that signed the challenge; as a second step, only if the password was
 * theirs. Throws `unauthenticated` if not, which is recorded as a failed sign-in, or if the step is over.
 */
export async function finishWithPasskey(
  token: string | null,
  response: UsedPasskey,
  rp: RelyingParty,
  device: Device,
): Promise<SignedIn> {
  const { kind, taken } = await takeWithPasskey(["second-step", "passkey-sign-in"], token, response, rp, device);
  const signedIn = await open(taken, device);
  if (kind === "passkey-sign-in") await uncountTry("login-address", device.address);
  return signedIn;
}

async function takeWithPasskey(
  kinds: readonly StepKind[],
  token: string | null,
  response: UsedPasskey,
  rp: RelyingParty,
  device: Device,
): Promise<{ kind: StepKind; taken: SecondStepTaken }> {
  const step = await findStep(token);
  const isOne = step !== null && kinds.includes(step.kind);
  if (token === null || !isOne || !step.challenge || !(await spendChallenge(token, step.challenge))) throw isOver();
  const signer = await signerOf(response, step.challenge, rp);
  const isTheirs = step.userId === null || step.userId === signer?.id;
  if (!signer?.passwordHash || !isTheirs) {
    const account = step.userId === null ? signer : { id: step.userId, name: await nameOf(step.userId) };
    await recordFailedSignIn(account, device.address);
    throw new AppError(
      "unauthenticated",
      "That passkey doesn't belong to an account here. Use another one, or your password.",
    );
  }
  // People who must use single sign-on can't use anything else.
  if (step.kind === "passkey-sign-in") {
    const select = { id: true, email: true, role: true } as const;
    await refusePassword(await db().user.findUniqueOrThrow({ where: { id: signer.id }, select }));
  }
  if (!(await endStep(token))) throw isOver();
  return { kind: step.kind, taken: { userId: signer.id, passwordHash: step.passwordHash ?? signer.passwordHash } };
}

async function nameOf(userId: bigint): Promise<string> {
  return (await db().user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })).name;
}

function isOver(): AppError {
  return new AppError(
    "unauthenticated",
    "Sign-in timed out or was started in another browser. Go back and sign in again.",
  );
}
