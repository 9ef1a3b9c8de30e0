import { hash, verify } from "@node-rs/argon2";
import { RateLimiterMemory, RateLimiterPrisma } from "rate-limiter-flexible";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { secondsUntilNext } from "@/lib/retry-after";
import { normaliseEmail } from "@/lib/users/schema";

const PER_ACCOUNT = { points: 10, duration: 15 * 60 };
const PER_ADDRESS = { points: 100, duration: 15 * 60 };

/**
 * The user whose e-mail and password these are. Throws `unauthenticated` with one and the same sentence, after the same work,
 * whether the e-mail is unknown, the password wrong or the account deactivated; `rate_limited` after ten failures for the
 * account or a hundred from the address within 15 minutes, which passes by itself.
 */
export async function verifyLogin(attempt: {
  email: string;
  password: string;
  address: string;
}): Promise<{ id: bigint; sessionVersion: number }> {
  const email = normaliseEmail(attempt.email);
  const { perAccount, perAddress } = limiters();
  await Promise.all([perAccount.consume(email), perAddress.consume(attempt.address)]).catch(refuse);

  const user = await db().user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, sessionVersion: true, deactivatedAt: true },
  });
  const matches = await verify(user?.passwordHash ?? (await nobodysHash()), attempt.password.slice(0, 1024));
  if (!user || !matches || user.deactivatedAt) {
    throw new AppError("unauthenticated", "That email and password don't match an account. Check both and try again.");
  }
  await Promise.all([perAccount.delete(email), perAddress.reward(attempt.address)]);
  return { id: user.id, sessionVersion: user.sessionVersion };
}

function limiters() {
  return processWide("login-limiters", () => {
    const limiter = (keyPrefix: string, options: { points: number; duration: number }) =>
      new RateLimiterPrisma({
        ...options,
        keyPrefix,
        storeClient: db(),
        // Attempts stay counted, in this process at least, while the database doesn't answer.
        insuranceLimiter: new RateLimiterMemory({ ...options, keyPrefix }),
      });
    return { perAccount: limiter("login-account", PER_ACCOUNT), perAddress: limiter("login-address", PER_ADDRESS) };
  });
}

function refuse(reason: unknown): never {
  const retryAfter = secondsUntilNext(reason);
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError("rate_limited", `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`, {
    retryAfter,
  });
}

/** What an unknown e-mail's password is compared with, so that the answer takes as long as for a known one. */
function nobodysHash(): Promise<string> {
  return processWide("nobodys-hash", () => hash("nobody's password"));
}
