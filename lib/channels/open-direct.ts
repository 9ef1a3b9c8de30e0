import { MOST_OTHERS } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countingMade } from "@/lib/people/try-limits";
import { AppError, hasCode } from "@/lib/text/errors";

/**
 * Returns the direct message between the user and `userIds` (which may include the user), creating it if needed. Throws
 * `invalid` for too many people, or for a new one with a person who isn't in the workspace; `rate_limited` if a member
 * has created too many with three or more people. Others, and opening an existing one, don't count.
 */
export async function openDirect(user: SessionUser, userIds: readonly bigint[]): Promise<{ id: bigint }> {
  const memberIds = [...new Set([user.id, ...userIds])].toSorted((a, b) => (a < b ? -1 : 1));
  if (memberIds.length > MOST_OTHERS + 1) {
    throw new AppError("invalid", `userIds can list at most ${MOST_OTHERS} other people.`, { field: "userIds" });
  }
  const directKey = memberIds.join(",");
  const makeIt = () =>
    orFound(
      directKey,
      memberIds,
      asPerson(user, (tx) => insert(tx, user, memberIds, directKey)),
    );
  // There can only be as many with one person as there are people, but any number of groups.
  const found =
    (await find(directKey)) ?? (await (memberIds.length > 2 ? countingMade("direct", user, makeIt) : makeIt()));
  // Until the first message, only the person who opened it sees it in the sidebar. Once a second person opens it,
  // everyone in it does.
  const { count } = await db().channel.updateMany({
    where: {
      ...{ id: found.id, msgSeq: 0, createdById: { not: user.id } },
      memberships: { some: { userId: user.id, user: { deactivatedAt: null } } },
    },
    data: { createdById: null },
  });
  if (count > 0) publish({ kind: "user", userId: user.id });
  return { id: found.id };
}

/** Returns the person's notes to themselves: the direct message that only they are in. */
export async function ownConversation(userId: bigint): Promise<{ id: bigint }> {
  const user = { id: userId };
  return (await find(`${userId}`)) ?? orFound(`${userId}`, [userId], insert(db(), user, [userId], `${userId}`));
}

async function find(directKey: string): Promise<{ id: bigint } | null> {
  return db().channel.findUnique({ where: { directKey }, select: { id: true } });
}

async function insert(
  tx: Transaction | ReturnType<typeof db>,
  user: Pick<SessionUser, "id">,
  memberIds: bigint[],
  directKey: string,
): Promise<{ id: bigint }> {
  const active = await tx.user.count({ where: { id: { in: memberIds }, deactivatedAt: null } });
  if (active < memberIds.length) {
    throw new AppError(
      "invalid",
      "userIds lists someone who isn't in this workspace or whose account is deactivated.",
      { field: "userIds" },
    );
  }
  const data = {
    // Not shown: each reader sees the names of the others.
    name: "Direct message",
    kind: "direct" as const,
    directKey,
    createdById: user.id,
    memberships: { create: memberIds.map((userId) => ({ userId })) },
  };
  return tx.channel.create({ data, select: { id: true } });
}

/** Waits for a new direct message. Returns the one that another request created at the same time, if it did. */
async function orFound(
  directKey: string,
  memberIds: bigint[],
  making: Promise<{ id: bigint }>,
): Promise<{ id: bigint }> {
  try {
    const made = await making;
    // The others' streams carry its messages from now on, even though their sidebars show it only with the first
    // message.
    for (const userId of memberIds) publish({ kind: "user", userId });
    return made;
  } catch (error) {
    const found = hasCode(error, "P2002") ? await find(directKey) : null;
    if (!found) throw error;
    return found;
  }
}
