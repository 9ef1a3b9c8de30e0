import { kindOf } from "@/lib/audit/actions";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";

const HOUR_MS = 3_600_000;

/**
 * Records that somebody failed to sign in to `account`, or, where that is null, with an e-mail address that has no account; what they
 * typed isn't kept. The failures of an hour, counted from the hour's beginning, for one account from one network are one entry with
 * their number. Once an hour has `FAILED_SIGN_IN_ENTRIES` of them (those for accounts and those for none apart), other networks are
 * counted together, so that a stranger can't fill the log.
 */
export async function recordFailedSignIn(account: { id: bigint; name: string } | null, network: string): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS);
  const hours = `${hour}:${account ? "account" : "nobody"}:`;
  const apart = `${hours}${account?.id ?? ""}:${network}`;
  const together = `${hours}${account?.id ?? ""}:`;
  const action = "session.refused";
  await db().$executeRaw`
    INSERT INTO audit_entries (kind, action, member_id, member_name, network, tally_key)
    SELECT ${kindOf(action)}, ${action}, ${account?.id ?? null}::bigint, ${account?.name ?? null},
      CASE WHEN key = ${apart} THEN ${network} END, key
    FROM (
      SELECT CASE
        WHEN EXISTS (SELECT FROM audit_entries WHERE tally_key = ${apart}) THEN ${apart}
        WHEN (
          SELECT count(*) FROM (
            SELECT FROM audit_entries WHERE tally_key >= ${hours} AND tally_key < ${`${hours}~`}
            LIMIT ${env.failedSignInEntries}
          ) known
        ) < ${env.failedSignInEntries} THEN ${apart}
        ELSE ${together}
      END AS key
    ) chosen
    ON CONFLICT (tally_key) WHERE tally_key IS NOT NULL DO UPDATE SET times = audit_entries.times + 1`;
}
