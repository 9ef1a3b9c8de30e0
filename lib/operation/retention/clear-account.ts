import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { DELETED_AVATAR, DELETED_NAME, deletedAddress } from "@/lib/people/deleted-people";
import { WITH_ACCOUNT } from "./personal-data";

/** Deactivates a person's account for good, and clears and deletes what identifies them and lets them in. */
export async function clearAccount(tx: Transaction, userId: bigint, number: number): Promise<void> {
  // First, because a new address waits for every transaction that has written something of theirs, such as a session.
  await tx.$executeRaw`
    UPDATE users SET name = ${DELETED_NAME}, email = ${deletedAddress(number)}, deleted_at = coalesce(deleted_at, now()),
      deactivated_at = coalesce(deactivated_at, now()), password_hash = DEFAULT, avatar_url = ${DELETED_AVATAR}, role = DEFAULT,
      time_zone = DEFAULT, keywords = DEFAULT, new_channel_notifications = DEFAULT, shows_presence = DEFAULT,
      counts_incidents = DEFAULT, mails_digest = false, signed_out_at = DEFAULT, inbox_seen_at = DEFAULT,
      last_channel_id = DEFAULT, first_day_ended_at = DEFAULT, title = DEFAULT, shows_local_time = DEFAULT,
      status_emoji = DEFAULT, status_text = DEFAULT, status_ends_at = DEFAULT
    WHERE id = ${userId}`;
  for (const [table, column] of Object.entries(WITH_ACCOUNT)) {
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ${userId}`;
  }
}
