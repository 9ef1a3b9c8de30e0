import { recordAudit } from "@/lib/audit/record-audit";
import type { AccessibleChannel } from "@/lib/channels/access";
import { asMember } from "@/lib/channels/as-member";
import { FEWEST_FOR_CHANNEL } from "@/lib/channels/dto";
import { nameTaken, requireFreeName } from "@/lib/channels/free-name";
import { addToChannel, findPerson } from "@/lib/channels/membership";
import { noteEvent } from "@/lib/channels/note-event";
import { newChannelNotifications } from "@/lib/channels/notifications";
import { publish } from "@/lib/events/hub";
import { requireAllowed } from "@/lib/people/allowed";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countingMade } from "@/lib/people/try-limits";
import { AppError, isAppError } from "@/lib/text/errors";

type NewChannel = { name: string; private: boolean; topic?: string; userIds?: readonly bigint[] };

/**
 * Creates a channel that the user manages, with these people in it. Throws `forbidden` if only admins may create
 * channels, `conflict` if an open channel that they can see has the same or a similar name, `not_found` if one of the
 * people isn't in the workspace, `rate_limited` if a member has created too many.
 */
export async function createChannel(user: SessionUser, input: NewChannel): Promise<{ id: bigint }> {
  const channel = await countingMade("channel", user, () => create(user, input).catch(nameTaken));
  for (const userId of new Set([user.id, ...(input.userIds ?? [])])) publish({ kind: "user", userId });
  return { id: channel.id };
}

function create(actor: SessionUser, input: NewChannel): Promise<{ id: bigint }> {
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

// Why: docs/decisions/channels.md

type NewCounters = { rev: bigint; msg_seq: bigint };

/**
 * Makes a direct message of three or more people a channel that the user manages. It keeps its id, messages, files and
 * members, and the same people can begin a new direct message. Throws `not_found` if the user isn't in it, `conflict`
 * if it's no longer a direct message or the name is taken, `forbidden` with fewer people or if only admins may create channels,
 * `rate_limited` if a member has created too many channels.
 */
export async function makeChannelOf(accessible: AccessibleChannel, name: string, isPrivate: boolean): Promise<void> {
  const { user, channel } = accessible;
  const { made, memberIds } = await countingMade("channel", user, () =>
    asMember(accessible, (tx, now) => makeChannel(tx, now, name, isPrivate ? "private" : "public"), {
      alone: "channel",
    }).catch(nameTaken),
  );
  publish({ kind: "channel", channelId: channel.id, rev: Number(made.rev), msgSeq: Number(made.msg_seq) });
  for (const userId of memberIds) publish({ kind: "user", userId });
  publish({ kind: "channels" });
}

async function makeChannel(
  tx: ProvenTx,
  { user, channel }: AccessibleChannel,
  name: string,
  kind: "public" | "private",
): Promise<{ made: NewCounters; memberIds: bigint[] }> {
  await requireAllowed(tx, user, "whoCreatesChannels");
  await requireFreeName(tx, user, name, channel.id);
  const members = await tx.membership.findMany({ where: { channelId: channel.id }, select: { userId: true } });
  if (members.length < FEWEST_FOR_CHANNEL) {
    throw new AppError("forbidden", "Only a direct message of three or more people can become a channel.");
  }
  const [made] = await tx.$queryRaw<NewCounters[]>`
    UPDATE channels SET kind = ${kind}::channel_kind, name = ${name}, direct_key = NULL, created_by_id = ${user.id}, rev = rev + 1
    WHERE id = ${channel.id} AND kind = 'direct' RETURNING rev, msg_seq`;
  if (!made) throw new AppError("conflict", "This conversation is already a channel. Reload the page.");
  // In a direct message every message notifies its people; from now on it's as they chose for channels that they join.
  await tx.$executeRaw`
    UPDATE memberships m SET notifications = CASE WHEN m.notifications = 'none' THEN m.notifications ELSE u.new_channel_notifications END,
      role = CASE WHEN m.user_id = ${user.id} THEN 'manager'::channel_role ELSE m.role END
    FROM users u WHERE u.id = m.user_id AND m.channel_id = ${channel.id}`;
  const after = { id: channel.id, name, kind };
  await recordAudit(tx, { actor: user, action: "channel.made_of_direct", channel: after });
  await noteEvent(tx, { channel: after, actor: user, kind: "made_channel", details: { from: "", to: name } });
  return { made, memberIds: members.map(({ userId }) => userId) };
}
