import { type AuditAction, type AuditKind, kindOf } from "@/lib/audit/actions";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { env } from "@/lib/process/env";
import { countLimit } from "@/lib/process/limits";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";

// The limit per hour, separately for accounts and for addresses without one.
const MOST_ENTRIES = 100;

type Account = { id: bigint; name: string };

/**
 * Records a failed sign-in to `account`, or with null, to an address that has no account; the address isn't stored.
 * `refused` is the single sign-on problem shown to the person. Each reason is counted separately.
 */
export async function recordFailedSignIn(
  account: Account | null,
  network: string,
  refused?: { problem: string; reason: string },
): Promise<void> {
  const whose = account ? "account" : "nobody";
  if (!refused) await tally(db(), { action: "session.refused", group: whose, account, network, details: {} });
  else {
    const { problem, reason } = refused;
    const action = "session.refused_by_sso";
    await tally(db(), { action, group: `sso-${whose}`, apart: `${problem}:`, account, network, details: { reason } });
  }
}

/** Records that someone entered the correct password of `account` but not its second step. Returns the entry's id. */
export async function recordMissedStep(tx: Transaction, account: Account, network: string): Promise<bigint> {
  return tally(tx, { action: "session.second_step_missed", group: "step", account, network, details: {} });
}

type Failure = {
  action: AuditAction;
  /** Each group has its own limit per hour. */
  group: string;
  /** Counted separately within the group. */
  apart?: string;
  account: Account | null;
  network: string;
  details: Record<string, string>;
};

/**
 * Combines the failures of an hour for one account from one network into one entry with their number. Once a group
 * has `MOST_ENTRIES` in an hour, further networks are combined, so that a stranger can't fill the log.
 */
async function tally(
  tx: Pick<Transaction, "$queryRaw">,
  { action, group, apart = "", account, network, details }: Failure,
): Promise<bigint> {
  const hours = `${Math.floor(Date.now() / HOUR_MS)}:${group}:`;
  const together = `${hours}${apart}${account?.id ?? ""}:`;
  const alone = `${together}${network}`;
  const most = countLimit("failed-sign-ins", MOST_ENTRIES);
  const [entry] = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO audit_entries (kind, action, member_id, member_name, details, network, tally_key)
    SELECT ${kindOf(action)}, ${action}, ${account?.id ?? null}::bigint, ${account?.name ?? null}, ${JSON.stringify(details)}::jsonb,
      CASE WHEN key = ${alone} THEN ${network} END, key
    FROM (
      SELECT CASE
        WHEN EXISTS (SELECT FROM audit_entries WHERE tally_key = ${alone}) THEN ${alone}
        WHEN (
          SELECT count(*) FROM (
            SELECT FROM audit_entries WHERE tally_key >= ${hours} AND tally_key < ${`${hours}~`}
            LIMIT ${most}
          ) known
        ) < ${most} THEN ${alone}
        ELSE ${together}
      END AS key
    ) chosen
    ON CONFLICT (tally_key) WHERE tally_key IS NOT NULL DO UPDATE SET times = audit_entries.times + 1
    RETURNING id`;
  if (!entry) throw new Error("A failed sign-in wasn't recorded.");
  return entry.id;
}

const DAY_MS = 24 * 3_600_000;

const kind: AuditKind = "sign-ins";

export const oldSignInsJob: TimedJob = {
  name: "forget-sign-ins",
  label: "Delete old sign-ins from the audit log",
  every: HOUR_MS,
  work: deleteOldSignIns,
  failure: "old sign-ins were not deleted from the audit log",
};

/** Deletes entries of sign-ins, failures and sign-outs older than `SIGN_IN_LOG_DAYS`, a portion at a time. */
export async function deleteOldSignIns(): Promise<void> {
  const before = new Date(Date.now() - env.signInLogDays * DAY_MS);
  // The index of kind and id returns the oldest first, so the search ends at the first entry to keep.
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM audit_entries WHERE id IN (
        SELECT id FROM (SELECT id, created_at FROM audit_entries WHERE kind = ${kind} ORDER BY id LIMIT ${atMost}) oldest
        WHERE created_at < ${before})`,
  );
}
