import { verify } from "@node-rs/argon2";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { SessionUser } from "@/lib/users/find-session-user";
import { countTry, forgetTries } from "@/lib/users/try-limits";
import { takeCode } from "./codes";

// Who has just signed in is who they are; a cookie that was stolen is older, mostly.
const FRESH_MS = 10 * 60_000;

/**
 * Makes sure that it is the account's owner who asks, and nobody who found an open browser: by their password, or a code. With
 * `freshIsEnough` having signed in within ten minutes will do. Throws `invalid` at the field "proof" when it is missing or wrong,
 * `rate_limited` after five wrong ones within 15 minutes, and `forbidden` for who has no password here.
 */
export async function requireProof(
  user: SessionUser,
  proof: string | undefined,
  { freshIsEnough = false } = {},
): Promise<void> {
  const { passwordHash, sessions } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true, sessions: { where: { id: user.sessionId }, select: { createdAt: true } } },
  });
  if (!passwordHash) {
    throw new AppError("forbidden", "You sign in without a password of Parley's. Set up two-step sign-in there.");
  }
  const isFresh = sessions.some(({ createdAt }) => createdAt.getTime() > Date.now() - FRESH_MS);
  if (freshIsEnough && isFresh) return;
  if (!proof) {
    throw new AppError("invalid", "Enter your password, or a code from your authenticator app.", { field: "proof" });
  }
  await countTry("password", `${user.id}`);
  if (!(await verify(passwordHash, proof.slice(0, 1024))) && !(await takeCode(user, proof))) {
    throw new AppError(
      "invalid",
      "That is neither your password nor a code that can be used. Check it and try again.",
      {
        field: "proof",
      },
    );
  }
  await forgetTries("password", `${user.id}`);
}
