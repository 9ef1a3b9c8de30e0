import { kindOf } from "@/lib/audit/actions";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";

const HOUR_MS = 3_600_000;

/**
 * Records that somebody failed to sign in to `account`, or, where that is null, with an e-mail address that has no account; what they
 * typed isn't kept. The failures of an hour, counted from the hour's beginning, for one account from one network are one entry with
 * their number. Once an hour has `FAILED_SIGN_IN_ENTRIES` of them (those for accounts and those for none apart), other networks are
 * counted together, so that a stranger can't fill the log. `refused` is why single sign-on let them not in, as they were told; each
 * reason counts apart.
 */
export async function recordFailedSignIn(
  account: { id: bigint; name: string } | null,
  network: string,
  refused?: { problem: string; reason: string },
): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS);
  const hours = `${hour}:${refused ? "sso-" : ""}${account ? "account" : "nobody"}:`;
  const together = `${hours}${refused ? `${refused.problem}:` : ""}${account?.id ?? ""}:`;
  const apart = `${together}${network}`;
  const action = refused ? "session.refused_by_sso" : "session.refused";
  const details = JSON.stringify(refused ? { reason: refused.reason } : {});
  await db().$executeRaw`
    INSERT INTO audit_entries (kind, action, member_id, member_name, details, network, tally_key)
    SELECT ${kindOf(action)}, ${action}, ${account?.id ?? null}::bigint, ${account?.name ?? null}, ${details}::jsonb,
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
