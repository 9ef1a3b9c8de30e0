import { hash, verify } from "@node-rs/argon2";
import { recordFailedSignIn } from "@/lib/audit/sign-ins";
import { db } from "@/lib/db/client";
import type { WorkspaceRole } from "@/lib/people/dto";
import { normalizeEmail } from "@/lib/people/schema";
import { beginSession, type Device } from "@/lib/people/sessions";
import { refusePassword } from "@/lib/people/sign-in/sso-rules";
import { countTry, forgetTries, uncountTry } from "@/lib/people/try-limits";
import { processWide } from "@/lib/process/process-wide";
import { AppError, isAppError } from "@/lib/text/errors";

// No mail address is longer: https://www.rfc-editor.org/errata/eid1690.
const LONGEST_EMAIL = 254;

/** A new session; or, without one, a person with the right password who must complete the second step. */
export type SignedIn = { userId: bigint; sessionId: bigint };
export type HalfSignedIn = { userId: bigint; sessionId: null; passwordHash: string };

/**
 * Opens a session on a device for an email and password, unless the account has a second step. Throws
 * `unauthenticated` with the same sentence, after the same work, whether the email is unknown, the password wrong or
 * the account deactivated; `rate_limited` after ten failures for the account from this address, or a hundred from the
 * address, within 15 minutes; and `forbidden` if the password is right but the person must use single sign-on.
 * Failures only count for the address they came from, so they can't lock out anyone elsewhere. Success and failure
 * are both recorded in the audit log.
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

/** An active person whose password was just entered correctly. */
type Proven = {
  id: bigint;
  name: string;
  email: string;
  role: WorkspaceRole;
  passwordHash: string;
  /** Whether the account requires a second step. */
  hasSecondStep: boolean;
};

/**
 * Returns the person with this email and password, or null; failures are recorded in the audit log. Throws
 * `rate_limited` as `signIn` does. Use it wherever someone who isn't signed in enters a password, so that all
 * attempts count together.
 */
export async function provePassword(
  { email: given, password }: { email: string; password: string },
  { address }: Device,
): Promise<Proven | null> {
  await countTry("login-address", address);
  const email = normalizeEmail(given);
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
    // These remain when a reset removed the last passkey.
    recoveryCodes: { select: { userId: true }, take: 1 },
  } as const;
  const user = isPossible ? await db().user.findUnique({ where: { email }, select }) : null;
  const { passwordHash = null, deactivatedAt = null } = user ?? {};
  const matches = await verify(passwordHash ?? (await dummyHash()), password.slice(0, 1024));
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

/**
 * Returns a hash to compare with if the email is unknown or its account has no password, so that the response takes
 * just as long.
 */
function dummyHash(): Promise<string> {
  return processWide("dummy-hash", () => hash("no one's password"));
}
