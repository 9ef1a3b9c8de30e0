import { db } from "@/lib/db/client";
import { forgottenBefore } from "@/lib/messages/things/stored-things";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/things.md

export const oldThingsJob: TimedJob = {
  name: "forget-things",
  label: "Forget what tools no longer report on",
  every: HOUR_MS,
  work: forgetOldThings,
  failure: "couldn't forget what tools no longer report on",
};

/**
 * Forgets the facts of things that didn't change for 90 days, in portions. Those with a message keep it, so that a later line
 * can say which one it continues; the others are deleted.
 */
export async function forgetOldThings(): Promise<void> {
  const before = forgottenBefore();
  await inPortions(
    (atMost) => db().$executeRaw`
      DELETE FROM things WHERE (webhook_id, channel_id, key) IN (
        SELECT webhook_id, channel_id, key FROM things WHERE changed_at < ${before} AND message_id IS NULL
        ORDER BY changed_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
  await inPortions(
    (atMost) => db().$executeRaw`
      UPDATE things SET registers = '{}', watches = NULL, incident_of = NULL WHERE (webhook_id, channel_id, key) IN (
        SELECT webhook_id, channel_id, key FROM things WHERE changed_at < ${before} AND registers <> '{}'
        ORDER BY changed_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
  );
}
