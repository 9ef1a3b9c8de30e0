import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import type { OwnPasskeyDto } from "@/lib/people/dto";
import { AppError } from "@/lib/text/errors";

type Reader = Transaction | ReturnType<typeof db>;

/** Returns whether someone has an authenticator app or a passkey. */
export async function hasFactor(tx: Reader, userId: bigint): Promise<boolean> {
  const [apps, passkeys] = [
    await tx.authenticatorApp.count({ where: { userId } }),
    await tx.passkey.count({ where: { userId } }),
  ];
  return apps + passkeys > 0;
}

/**
 * Call after removing one of someone's factors. Removing the last one also deletes the recovery codes; throws
 * `conflict` if the workspace requires two-step sign-in.
 */
export async function settleFactors(tx: Transaction, userId: bigint): Promise<void> {
  if (await hasFactor(tx, userId)) return;
  if ((await tx.workspace.count({ where: { requiresTwoStep: true } })) > 0) {
    throw new AppError(
      "conflict",
      "This workspace requires two-step sign-in. Add another way before you remove this one.",
    );
  }
  await tx.recoveryCode.deleteMany({ where: { userId } });
}

/** Deletes someone's app, passkeys and recovery codes. Returns false if there were none. */
export async function dropAllFactors(tx: Transaction, userId: bigint): Promise<boolean> {
  const where = { userId };
  const counts = [
    await tx.authenticatorApp.deleteMany({ where }),
    await tx.passkey.deleteMany({ where }),
    await tx.recoveryCode.deleteMany({ where }),
  ];
  return counts.some(({ count }) => count > 0);
}

/** The passkeys from which someone chooses the ones to keep with a new password. */
export async function ownPasskeys(userId: bigint): Promise<OwnPasskeyDto[]> {
  const rows = await db().passkey.findMany({
    where: { userId },
    orderBy: { id: "asc" },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
  });
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id: `${id}`,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Removes all of someone's passkeys except these, including any added in the meantime, because an intruder's passkey
 * must not outlive the password. Returns whether any were removed. Call it in the transaction that locked the user's
 * row.
 */
export async function keepPasskeys(
  tx: Transaction,
  actor: { id: bigint; name: string },
  keep: readonly string[],
  network: string,
): Promise<boolean> {
  const own = await tx.passkey.findMany({ where: { userId: actor.id }, select: { id: true, name: true } });
  const removed = own.filter(({ id }) => !keep.includes(`${id}`));
  await tx.passkey.deleteMany({ where: { id: { in: removed.map(({ id }) => id) } } });
  for (const { name } of removed) {
    const details = { name: { from: name, to: null } };
    await recordAudit(tx, { actor, action: "account.passkey_removed", network, details });
  }
  return removed.length > 0;
}
