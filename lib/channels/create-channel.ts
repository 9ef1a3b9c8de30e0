import { recordAudit } from "@/lib/audit/record-audit";
import { nameTaken, requireFreeName } from "@/lib/channels/free-name";
import { addToChannel, findPerson } from "@/lib/channels/membership";
import { noteEvent } from "@/lib/channels/note-event";
import { newChannelNotifications } from "@/lib/channels/notifications";
import { publish } from "@/lib/events/hub";
import { requireAllowed } from "@/lib/people/allowed";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countingMade } from "@/lib/people/try-limits";
import { isAppError } from "@/lib/text/errors";

type NewChannel = { name: string; private: boolean; topic?: string; userIds?: readonly bigint[] };

/**
 * Creates a channel that the user manages, with these people in it. Throws `forbidden` if only admins may create
 * channels, `conflict` if an open channel that they can see has the same or a similar name, `not_found` if one of the
 * people isn't in the workspace, `rate_limited` if a member has created too many.
 */
export async function createChannel(user: SessionUser, input: NewChannel): Promise<{ id: bigint }> {
  const channel = await countingMade("channel", user, () => make(user, input).catch(nameTaken));
  for (const userId of new Set([user.id, ...(input.userIds ?? [])])) publish({ kind: "user", userId });
  return { id: channel.id };
}

function make(actor: SessionUser, input: NewChannel): Promise<{ id: bigint }> {
  return asPerson(actor, async (tx, user) => {
    await requireAllowed(tx, user, "whoCreatesChannels");
    await requireFreeName(tx, user, input.name);
    const notifications = await newChannelNotifications(tx, user.id);
    const made = await tx.channel.create({
      data: {
        name: input.name,
        topic: input.topic ?? "",
        kind: input.private ? "private" : "public",
        createdById: user.id,
        memberships: { create: { userId: user.id, role: "manager", notifications } },
      },
      select: { id: true, name: true },
    });
    await recordAudit(tx, { actor: user, action: "channel.created", channel: made });
    for (const id of new Set(input.userIds)) {
      if (id === user.id) continue;
      const member = await findPerson(tx, id);
      if (!(await addToChannel(tx, { user, channel: { ...made, msgSeq: 0n } }, member))) continue;
      await noteEvent(tx, { channel: made, actor: user, kind: "added", member });
    }
    return made;
  });
}

/** Creates several public channels. Leaves out those that already exist. Throws what else `createChannel` throws. */
export async function createChannels(user: SessionUser, channels: { name: string; topic: string }[]): Promise<void> {
  for (const channel of channels) {
    await createChannel(user, { ...channel, private: false }).catch((error: unknown) => {
      if (!isAppError(error) || error.code !== "conflict") throw error;
    });
  }
}
