import { recordAudit } from "@/lib/audit/record-audit";
import { nameTaken, requireFreeName } from "@/lib/channels/free-name";
import { newChannelNotifications } from "@/lib/channels/notifications";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/publish";
import type { SessionUser } from "@/lib/users/find-session-user";
import { countTry, uncountTry } from "@/lib/users/try-limits";

/**
 * Makes a channel that its creator manages. Throws `conflict` if an open channel that they see has the name, or one that looks like
 * it, and `rate_limited` to who has made too many.
 */
export async function createChannel(
  user: SessionUser,
  input: { name: string; private: boolean },
): Promise<{ id: bigint }> {
  const channel = await countingChannel(user, () => make(user, input).catch(nameTaken));
  publish({ kind: "user", userId: user.id });
  return { id: channel.id };
}

function make(user: SessionUser, input: { name: string; private: boolean }): Promise<{ id: bigint }> {
  return db().$transaction(async (tx) => {
    await requireFreeName(tx, user, input.name);
    const notifications = await newChannelNotifications(tx, user.id);
    const made = await tx.channel.create({
      data: {
        name: input.name,
        kind: input.private ? "private" : "public",
        createdById: user.id,
        memberships: { create: { userId: user.id, role: "manager", notifications } },
      },
      select: { id: true, name: true },
    });
    await recordAudit(tx, { actor: user, action: "channel.created", channel: made });
    return made;
  });
}

/**
 * Makes a channel, of whatever kind, that counts as this person's, in the database, so that all machines count together; what `make`
 * rejects doesn't count. Throws `rate_limited` when they have made too many.
 */
export async function countingChannel<T>(user: SessionUser, make: () => Promise<T>): Promise<T> {
  const key = `${user.id}`;
  await countTry(
    "channel",
    key,
    (time) => `You have opened many new channels and conversations. Open more in ${time}.`,
  );
  try {
    return await make();
  } catch (error) {
    await uncountTry("channel", key);
    throw error;
  }
}
