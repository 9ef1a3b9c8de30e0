import { hash, verify } from "@node-rs/argon2";
import { recordFailedSignIn } from "@/lib/audit/record-failed-sign-in";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { normaliseEmail } from "@/lib/users/schema";
import { beginSession, type Device } from "@/lib/users/sessions";
import { countTry, forgetTries, uncountTry } from "@/lib/users/try-limits";

// No address that mail reaches is longer: https://www.rfc-editor.org/errata/eid1690.
const LONGEST_EMAIL = 254;

/**
 * Opens a session on a device for whose e-mail and password these are. Throws `unauthenticated` with one and the same sentence, after the same work,
 * whether the e-mail is unknown, the password wrong or the account deactivated; `rate_limited` after ten failures for the account
 * from this address, or a hundred from the address, within 15 minutes, which passes by itself. Whoever fails for somebody else's
 * account keeps nobody out of it who signs in from elsewhere. Either outcome stands in the audit log.
 */
export async function signIn(
  { email: given, password }: { email: string; password: string },
  device: Device,
): Promise<{ userId: bigint; sessionId: bigint }> {
  const { address } = device;
  await countTry("login-address", address);
  const email = normaliseEmail(given);
  const account = `${email} ${address}`;
  const isPossible = email.length <= LONGEST_EMAIL;
  if (isPossible) await countTry("login-account", account);

  const select = { id: true, name: true, passwordHash: true, deactivatedAt: true };
  const user = isPossible ? await db().user.findUnique({ where: { email }, select }) : null;
  const matches = await verify(user?.passwordHash ?? (await nobodysHash()), password.slice(0, 1024));
  const sessionId = user && matches && !user.deactivatedAt ? await beginSession(user, device) : null;
  if (!user || sessionId === null) {
    await recordFailedSignIn(user, address);
    throw new AppError("unauthenticated", "That email and password don't match an account. Check both and try again.");
  }
  await Promise.all([forgetTries("login-account", account), uncountTry("login-address", address)]);
  return { userId: user.id, sessionId };
}

/** What an unknown e-mail's password is compared with, so that the answer takes as long as for a known one. */
function nobodysHash(): Promise<string> {
  return processWide("nobodys-hash", () => hash("nobody's password"));
}
