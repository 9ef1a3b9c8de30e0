import { verify } from "@node-rs/argon2";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { asPerson } from "@/lib/people/as-person";
import { hasFactor, settleFactors } from "@/lib/people/factors";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countTry, forgetTries } from "@/lib/people/try-limits";
import { makeCodes, takeCode } from "@/lib/people/two-step/codes";
import type { NewCodesDto, TwoStepDto } from "@/lib/people/two-step/dto";
import { AppError } from "@/lib/text/errors";

/** Returns what someone has set up. `domain` is the one they're using now. */
export async function twoStepOf(user: { id: bigint }, domain: string): Promise<TwoStepDto> {
  const [row, workspace] = await Promise.all([
    db().user.findUniqueOrThrow({
      where: { id: user.id },
      select: {
        passwordHash: true,
        authenticatorApp: { select: { userId: true } },
        passkeys: {
          orderBy: { id: "asc" },
          select: { id: true, name: true, createdAt: true, lastUsedAt: true, domain: true },
        },
        recoveryCodes: { select: { usedAt: true } },
      },
    }),
    db().workspace.findFirst({ select: { requiresTwoStep: true } }),
  ]);
  return {
    hasApp: row.authenticatorApp !== null,
    passkeys: row.passkeys.map((passkey) => ({
      id: `${passkey.id}`,
      name: passkey.name,
      createdAt: passkey.createdAt.toISOString(),
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
      elsewhere: passkey.domain === domain ? null : passkey.domain,
    })),
    codes: { left: row.recoveryCodes.filter(({ usedAt }) => usedAt === null).length, made: row.recoveryCodes.length },
    required: workspace?.requiresTwoStep ?? false,
    possible: Boolean(row.passwordHash),
  };
}

/** Returns whether someone has set up a second step. */
export async function hasSecondStep(userId: bigint): Promise<boolean> {
  return hasFactor(db(), userId);
}

/**
 * Replaces the recovery codes with ten new ones, with a password or code as proof. Throws `conflict` without a second
 * step.
 */
export async function renewCodes(user: SessionUser, proof: string | undefined): Promise<NewCodesDto> {
  await requireProof(user, proof);
  const codes = await asPerson(user, async (tx) => {
    await lockUser(tx, user.id);
    if (!(await hasFactor(tx, user.id))) {
      throw new AppError(
        "conflict",
        "Set up an authenticator app or a passkey first. You'll get recovery codes with it.",
      );
    }
    await recordAudit(tx, { actor: user, action: "account.recovery_codes_made" });
    return makeCodes(tx, user.id);
  });
  return { codes };
}

/** Returns new recovery codes for someone who has none, or null for everyone else, who keep theirs. */
export async function codesUnlessMade(tx: Transaction, userId: bigint): Promise<string[] | null> {
  await lockUser(tx, userId);
  return (await tx.recoveryCode.count({ where: { userId } })) > 0 ? null : makeCodes(tx, userId);
}

/**
 * Removes one of someone's factors with `drop`. Removing the last one also deletes their recovery codes; if the
 * workspace requires two-step sign-in, it throws `conflict` and changes nothing.
 */
export async function dropFactor(user: SessionUser, drop: (tx: Transaction) => Promise<void>): Promise<void> {
  await asPerson(user, async (tx) => {
    // If both factors are removed at once, each request would still see the other.
    await lockUser(tx, user.id);
    await drop(tx);
    await settleFactors(tx, user.id);
  });
}

async function lockUser(tx: Transaction, userId: bigint): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
}

// A recent sign-in proves who they are; a stolen cookie is usually older.
const FRESH_MS = 10 * 60_000;

/**
 * Makes sure that the account's owner is asking, not someone at an unlocked browser, by password or code. With
 * `freshIsEnough`, a sign-in within ten minutes suffices. Throws `invalid` at the field "proof" if it is missing or
 * wrong, `rate_limited` after five wrong ones in 15 minutes, and `forbidden` without a password, unless a fresh sign-in
 * is what counts `withoutPassword`.
 */
export async function requireProof(
  user: SessionUser,
  proof: string | undefined,
  { freshIsEnough = false, withoutPassword }: { freshIsEnough?: boolean; withoutPassword?: "fresh" } = {},
): Promise<void> {
  const { passwordHash, sessions } = await db().user.findUniqueOrThrow({
    where: { id: user.id },
    select: { passwordHash: true, sessions: { where: { id: user.sessionId }, select: { createdAt: true } } },
  });
  const isFresh = sessions.some(({ createdAt }) => createdAt.getTime() > Date.now() - FRESH_MS);
  if (!passwordHash) {
    if (withoutPassword === "fresh" && isFresh) return;
    const sentence =
      withoutPassword === "fresh"
        ? "You sign in with single sign-on. Sign out, sign in again, and do this within ten minutes."
        : "You sign in with single sign-on. Set up two-step sign-in with your provider.";
    throw new AppError("forbidden", sentence);
  }
  if (freshIsEnough && isFresh) return;
  if (!proof) {
    throw new AppError("invalid", "Enter your password, or a code from your authenticator app.", { field: "proof" });
  }
  await countTry("password", `${user.id}`);
  if (!(await verify(passwordHash, proof.slice(0, 1024))) && !(await takeCode(user, proof))) {
    throw new AppError("invalid", "That password or code is incorrect. Check it and try again.", {
      field: "proof",
    });
  }
  await forgetTries("password", `${user.id}`);
}
