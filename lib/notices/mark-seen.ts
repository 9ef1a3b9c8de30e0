import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { listNotices } from "@/lib/notices/queries";
import type { SessionUser } from "@/lib/users/find-session-user";

/** Marks this person's notices up to this one as seen, as far as they were shown; those that they may not see just now wait on. */
export async function markSeen(user: SessionUser, upTo: bigint): Promise<void> {
  const shown = (await listNotices(user)).map(({ id }) => BigInt(id)).filter((id) => id <= upTo);
  const { count } = await db().notice.updateMany({
    where: { userId: user.id, auditEntryId: { in: shown }, seenAt: null },
    data: { seenAt: new Date() },
  });
  if (count > 0) publish({ kind: "user", userId: user.id });
}
