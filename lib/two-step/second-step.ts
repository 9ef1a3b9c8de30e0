import { recordFailedSignIn } from "@/lib/audit/record-failed-sign-in";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { beginSession, type Device } from "@/lib/users/sessions";
import type { HalfSignedIn, SignedIn } from "@/lib/users/sign-in";
import { refusePassword } from "@/lib/users/sso-rules";
import { countTry, forgetTries, uncountTry } from "@/lib/users/try-limits";
import { takeCode } from "./codes";
import type { SecondStepDto } from "./dto";
import { passkeyOptions, signerOf } from "./passkeys";
import type { RelyingParty } from "./relying-party";
import type { UsedPasskey } from "./schema";
import { beginStep, endStep, findStep, noteWrongCode, setChallenge, spendChallenge } from "./steps";

type RequestOptions = Awaited<ReturnType<typeof passkeyOptions>>;

/** Notes that somebody's password was right. Answers the token with which their browser takes the second step. */
export async function beginSecondStep({ userId, passwordHash }: HalfSignedIn): Promise<string> {
  return beginStep({ kind: "second-step", userId, passwordHash });
}

/** With what the browser that has this token can take its second step; null when it has none to take. */
export async function secondStepOf(token: string | null, { domain }: RelyingParty): Promise<SecondStepDto | null> {
  const step = await findStep(token);
  if (step?.kind !== "second-step" || step.userId === null) return null;
  const { userId } = step;
  const [apps, passkeys] = await Promise.all([
    db().authenticatorApp.count({ where: { userId } }),
    db().passkey.count({ where: { userId, domain } }),
  ]);
  return { app: apps > 0, passkey: passkeys > 0 };
}

/**
 * Opens a session for who has taken the second step with a code of their app, or a recovery code. Throws `unauthenticated` when the code
 * isn't right, which the audit log tells as a failed sign-in, or the step is over; `rate_limited` after ten for the account within an hour.
 */
export async function finishWithCode(token: string | null, code: string, device: Device): Promise<SignedIn> {
  const step = await findStep(token);
  if (token === null || step?.kind !== "second-step" || step.userId === null || step.passwordHash === null)
    throw isOver();
  const { userId, passwordHash } = step;
  await countTry("login-address", device.address);
  await countTry("second-step", `${userId}`);
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true } });
  if (!(await takeCode(user, code, device.address))) {
    await noteWrongCode(token);
    await recordFailedSignIn(user, device.address);
    throw new AppError(
      "unauthenticated",
      "That code is not right, or was used before. Wait for the next one and enter it.",
    );
  }
  const sessionId = (await endStep(token)) ? await beginSession({ id: userId, passwordHash }, device) : null;
  if (sessionId === null) throw isOver();
  await Promise.all([forgetTries("second-step", `${userId}`), uncountTry("login-address", device.address)]);
  return { userId, sessionId };
}

/** What a browser needs to sign in with a passkey and nothing else, and the token by which it ends that. */
export async function beginWithPasskey(
  rp: RelyingParty,
  device: Device,
): Promise<{ token: string; options: RequestOptions }> {
  await countTry("login-address", device.address);
  const options = await passkeyOptions(null, rp);
  return { token: await beginStep({ kind: "passkey-sign-in", challenge: options.challenge }), options };
}

/** What a browser needs to take its second step with a passkey. Throws `unauthenticated` when the step is over. */
export async function challengeSecondStep(token: string | null, rp: RelyingParty): Promise<RequestOptions> {
  const step = await findStep(token);
  if (token === null || step?.kind !== "second-step" || step.userId === null) throw isOver();
  const options = await passkeyOptions(step.userId, rp);
  await setChallenge(token, options.challenge);
  return options;
}

/**
 * Opens a session for who has signed their browser's challenge with a passkey: as the second step only for whose password was right.
 * Throws `unauthenticated` when they haven't, which the audit log tells as a failed sign-in, or the step is over.
 */
export async function finishWithPasskey(
  token: string | null,
  response: UsedPasskey,
  rp: RelyingParty,
  device: Device,
): Promise<SignedIn> {
  const step = await findStep(token);
  const isOne = step?.kind === "second-step" || step?.kind === "passkey-sign-in";
  if (token === null || !isOne || !step.challenge || !(await spendChallenge(token, step.challenge))) throw isOver();
  const signer = await signerOf(response, step.challenge, rp);
  const isTheirs = step.userId === null || step.userId === signer?.id;
  if (!signer?.passwordHash || !isTheirs) {
    const account = step.userId === null ? signer : { id: step.userId, name: await nameOf(step.userId) };
    await recordFailedSignIn(account, device.address);
    throw new AppError(
      "unauthenticated",
      "That passkey doesn't open an account here. Use another one, or your password.",
    );
  }
  // Who must come by single sign-on comes by nothing else.
  if (step.kind === "passkey-sign-in") {
    const select = { id: true, email: true, role: true } as const;
    await refusePassword(await db().user.findUniqueOrThrow({ where: { id: signer.id }, select }));
  }
  const begun = { id: signer.id, passwordHash: step.passwordHash ?? signer.passwordHash };
  const sessionId = (await endStep(token)) ? await beginSession(begun, device) : null;
  if (sessionId === null) throw isOver();
  if (step.kind === "passkey-sign-in") await uncountTry("login-address", device.address);
  return { userId: signer.id, sessionId };
}

async function nameOf(userId: bigint): Promise<string> {
  return (await db().user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })).name;
}

function isOver(): AppError {
  return new AppError(
    "unauthenticated",
    "This took too long, or was begun in another browser. Go back and sign in again.",
  );
}
