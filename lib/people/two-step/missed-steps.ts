import { announce, leaveNotice } from "@/lib/audit/leave-notices";
import { recordMissedStep } from "@/lib/audit/sign-ins";
import { db } from "@/lib/db/client";
import { inPortions, MINUTE_MS, type TimedJob } from "@/lib/process/repeat";
import type { StepKind } from "./steps";

export const missedStepsJob: TimedJob = {
  name: "missed-steps",
  label: "Report sign-ins that stopped at the second step",
  every: MINUTE_MS,
  work: recordMissedSteps,
  failure: "recording missed second steps failed",
};

/**
 * Deletes expired steps. If the password was right but the second step never followed, leaves an audit entry and a
 * notice, because someone may know the password. This waits until the step expires, because most people do complete
 * it.
 */
export async function recordMissedSteps(): Promise<void> {
  await inPortions((atMost) =>
    db()
      .$transaction(async (tx) => {
        const over = await tx.$queryRaw<{ kind: StepKind; network: string | null; id: bigint | null; name: string }[]>`
          WITH over AS (
            DELETE FROM sign_in_steps WHERE token_hash IN (
              SELECT token_hash FROM sign_in_steps WHERE expires_at <= now() LIMIT ${atMost} FOR UPDATE SKIP LOCKED)
            RETURNING kind, user_id, network)
          SELECT o.kind, o.network, u.id, u.name FROM over o LEFT JOIN users u ON u.id = o.user_id`;
        const recipientIds = [];
        for (const { kind, network, id, name } of over) {
          if (id === null || (kind !== "second-step" && kind !== "link-login")) continue;
          const entryId = await recordMissedStep(tx, { id, name }, network ?? "");
          await leaveNotice(tx, id, entryId);
          recipientIds.push(id);
        }
        return { count: over.length, recipientIds };
      })
      .then(({ count, recipientIds }) => {
        announce(recipientIds);
        return count;
      }),
  );
}
