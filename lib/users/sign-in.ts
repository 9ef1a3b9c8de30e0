import { hash, verify } from "@node-rs/argon2";
import { recordFailedSignIn } from "@/lib/audit/sign-ins";
import { db } from "@/lib/db/client";
import { AppError, isAppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import type { WorkspaceRole } from "@/lib/users/dto";
import { normaliseEmail } from "@/lib/users/schema";
import { beginSession, type Device } from "@/lib/users/sessions";
import { refusePassword } from "@/lib/users/sso-rules";
import { countTry, forgetTries, uncountTry } from "@/lib/users/try-limits";

// No address that mail reaches is longer: https://www.rfc-editor.org/errata/eid1690.
const LONGEST_EMAIL = 254;

/** A session that was begun; or, as no session, somebody whose password was right and who must take the second step. */
export type SignedIn = { userId: bigint; sessionId: bigint };
export type HalfSignedIn = { userId: bigint; sessionId: null; passwordHash: string };

/**
 * Opens a session on a device for whose e-mail and password these are, unless their account asks for a second step. Throws `unauthenticated` with one and the same sentence, after the same work,
 * whether the e-mail is unknown, the password wrong or the account deactivated; `rate_limited` after ten failures for the account
 * from this address, or a hundred from the address, within 15 minutes, which passes by itself; and `forbidden` for who must come by
 * single sign-on, once the password was right. Whoever fails for somebody else's account keeps nobody out of it who signs in from
 * elsewhere. Either outcome stands in the audit log.
 */
export async function signIn(
  credentials: { email: string; password: string },
  device: Device,
): Promise<SignedIn | HalfSignedIn> {
  const user = await provePassword(credentials, device);
  if (!user) throw noMatch();
  await refusePassword(user).catch(async (error: unknown) => {
    if (isAppError(error)) await recordFailedSignIn(user, device.address);
    throw error;
  });
  if (user.hasSecondStep) return { userId: user.id, sessionId: null, passwordHash: user.passwordHash };
  const sessionId = await beginSession(user, device);
  if (sessionId === null) {
    await recordFailedSignIn(user, device.address);
    throw noMatch();
  }
  return { userId: user.id, sessionId };
}

/** Somebody active whose password was right just now. */
type Proven = {
  id: bigint;
  name: string;
  email: string;
  role: WorkspaceRole;
  passwordHash: string;
  /** Whether the account asks for more than the password. */
  hasSecondStep: boolean;
};

/**
 * Whose e-mail and password these are, or null; a failure stands in the audit log. Throws `rate_limited` as `signIn` says. Whatever is
 * asked for a password of somebody who may be anybody goes by this, so that all of it counts together.
 */
export async function provePassword(
  { email: given, password }: { email: string; password: string },
  { address }: Device,
): Promise<Proven | null> {
  await countTry("login-address", address);
  const email = normaliseEmail(given);
  const account = `${email} ${address}`;
  const isPossible = email.length <= LONGEST_EMAIL;
  if (isPossible) await countTry("login-account", account);

  const select = {
    id: true,
    name: true,
    email: true,
    role: true,
    passwordHash: true,
    deactivatedAt: true,
    authenticatorApp: { select: { userId: true } },
    passkeys: { select: { id: true }, take: 1 },
    // They are left alone where a reset has removed the last passkey.
    recoveryCodes: { select: { userId: true }, take: 1 },
  } as const;
  const user = isPossible ? await db().user.findUnique({ where: { email }, select }) : null;
  const { passwordHash = null, deactivatedAt = null } = user ?? {};
  const matches = await verify(passwordHash ?? (await nobodysHash()), password.slice(0, 1024));
  if (!user || passwordHash === null || deactivatedAt || !matches) {
    await recordFailedSignIn(user, address);
    return null;
  }
  await Promise.all([forgetTries("login-account", account), uncountTry("login-address", address)]);
  const { authenticatorApp, passkeys, recoveryCodes, ...proven } = user;
  const hasSecondStep = authenticatorApp !== null || passkeys.length + recoveryCodes.length > 0;
  return { ...proven, passwordHash, hasSecondStep };
}

function noMatch(): AppError {
  return new AppError("unauthenticated", "That email and password don't match an account. Check both and try again.");
}

/** What the password of an unknown e-mail, or of an account without one, is compared with, so that the answer takes as long as for a known one. */
function nobodysHash(): Promise<string> {
  return processWide("nobodys-hash", () => hash("nobody's password"));
}
