import { recordAudit } from "@/lib/audit/record-audit";
import { type AccessibleChannel, assertCanManage, refuseDirect } from "@/lib/channels/access";
import { asMember, asReader } from "@/lib/channels/as-member";
import type { ChannelKind } from "@/lib/channels/dto";
import { noteEvent } from "@/lib/channels/note-event";
import { newChannelNotifications } from "@/lib/channels/notifications";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import type { ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";
import { cleanText } from "@/lib/text/text";

type Person = { id: bigint; name: string };
type Role = "manager" | "member";

const SAME_PEOPLE = "You can't change who is in a direct message. Start a new one with everyone you want in it.";

/** Joins a public channel. Earlier messages count as read. Joining twice changes nothing. */
export async function joinChannel(accessible: AccessibleChannel): Promise<void> {
  refuseDirect(accessible, "You can't join a direct message. Start a new one instead.");
  const { id } = accessible.user;
  await asReader(accessible, (tx, now) => {
    if (now.channel.archivedAt) {
      throw new AppError("forbidden", "You can't join an archived channel. Ask one of its managers to unarchive it.");
    }
    return enter(tx, now, [id]);
  });
  publish({ kind: "user", userId: id });
}

/** Leaves a channel. Throws `conflict` for its last manager while others remain, `forbidden` for a direct message. */
export async function leaveChannel(accessible: AccessibleChannel): Promise<void> {
  refuseDirect(accessible, "You can't leave a direct message.");
  await remove(accessible, accessible.user.id);
}

/**
 * Adds people to the channel, all of them or none; any member may. Throws `not_found` if one isn't in the workspace,
 * `forbidden` for a direct message.
 */
export async function addMembers(accessible: AccessibleChannel, ...userIds: bigint[]): Promise<void> {
  refuseDirect(accessible, SAME_PEOPLE);
  const otherwise = "Join the channel before adding people.";
  await asMember(accessible, (tx, now) => enter(tx, now, userIds), { otherwise });
  for (const userId of new Set(userIds)) publish({ kind: "user", userId });
}

/** Returns a person who can be added to a channel. Throws `not_found` if they aren't in the workspace. */
export async function findPerson(tx: Transaction, id: bigint): Promise<Person> {
  const found = await tx.user.findUnique({ where: { id }, select: { id: true, name: true, deactivatedAt: true } });
  if (!found) throw new AppError("not_found", "This person isn't in this workspace.");
  const { deactivatedAt, ...person } = found;
  if (deactivatedAt) throw new AppError("not_found", `${cleanText(person.name)}'s account is deactivated.`);
  return person;
}

/** Removes a member. Throws `forbidden`, and `conflict` for the last manager. */
export async function removeMember(accessible: AccessibleChannel, userId: bigint): Promise<void> {
  refuseDirect(accessible, SAME_PEOPLE);
  await remove(accessible, userId);
}

/** Changes a member's role. Throws `forbidden`, and `conflict` for the last manager. */
export async function setMemberRole(accessible: AccessibleChannel, userId: bigint, role: Role): Promise<void> {
  refuseDirect(accessible, "Direct messages don't have managers.");
  await keepAManager(accessible, userId, async (tx, now, member) => {
    assertCanManage(now);
    if (member.role === role) return;
    const { user, channel } = now;
    await tx.membership.updateMany({ where: { channelId: channel.id, userId }, data: { role } });
    const details = { role: { from: member.role, to: role } };
    await recordAudit(tx, { actor: user, action: "channel.role_changed", channel, member: member.user, details });
  });
  publish({ kind: "user", userId });
}

async function enter(tx: ProvenTx, now: AccessibleChannel, userIds: readonly bigint[]): Promise<void> {
  const { user, channel } = now;
  // In one order, so that two people who add the same ones don't wait for each other.
  for (const id of [...new Set(userIds)].sort((a, b) => (a < b ? -1 : 1))) {
    const person = await findPerson(tx, id);
    if (!(await addToChannel(tx, now, person))) continue;
    const how = id === user.id ? ({ kind: "joined" } as const) : ({ kind: "added", member: person } as const);
    await noteEvent(tx, { channel, actor: user, ...how });
  }
}

/** A channel as far as adding people needs it, and who adds them. */
type ChannelEntry = { user: SessionUser; channel: Person & { msgSeq: bigint; kind?: ChannelKind } };

/** Adds a person to a channel and records it. Returns whether they weren't in it. Publish a hint about them after the commit. */
export async function addToChannel(tx: Transaction, { user, channel }: ChannelEntry, person: Person): Promise<boolean> {
  const notifications = await newChannelNotifications(tx, person.id);
  const data = { channelId: channel.id, userId: person.id, lastReadSeq: channel.msgSeq, notifications };
  const { count } = await tx.membership.createMany({ data, skipDuplicates: true });
  if (count === 0) return false;
  // For a member who comes back, replies posted in the meantime count as read too. OFFSET 0 makes PostgreSQL look up
  // each root by its id instead of scanning all messages of the channel.
  await tx.$executeRaw`
    UPDATE thread_follows f SET last_read_seq = r.last_reply_seq FROM thread_follows old
    CROSS JOIN LATERAL (
      SELECT last_reply_seq FROM messages WHERE id = old.root_id AND channel_id = ${channel.id} OFFSET 0) r
    WHERE old.user_id = ${person.id} AND f.root_id = old.root_id AND f.user_id = old.user_id
      AND r.last_reply_seq > f.last_read_seq`;
  if (person.id === user.id) await recordAudit(tx, { actor: user, action: "channel.member_joined", channel });
  else await recordAudit(tx, { actor: user, action: "channel.member_added", channel, member: person });
  return true;
}

async function remove(accessible: AccessibleChannel, userId: bigint): Promise<void> {
  await keepAManager(accessible, userId, async (tx, now, member) => {
    const { user, channel } = now;
    if (userId !== user.id) assertCanManage(now);
    await tx.membership.deleteMany({ where: { channelId: channel.id, userId } });
    if (userId === user.id) {
      await recordAudit(tx, { actor: user, action: "channel.member_left", channel });
      await noteEvent(tx, { channel, actor: user, kind: "left" });
    } else {
      await recordAudit(tx, { actor: user, action: "channel.member_removed", channel, member: member.user });
      await noteEvent(tx, { channel, actor: user, kind: "removed", member: member.user });
    }
  });
  publish({ kind: "user", userId });
}

/**
 * Runs `change` and rolls it back if it leaves members without a manager. The lock keeps concurrent changes from
 * interleaving.
 */
async function keepAManager(
  accessible: AccessibleChannel,
  userId: bigint,
  change: (tx: ProvenTx, now: AccessibleChannel, member: { role: Role; user: Person }) => Promise<void>,
): Promise<void> {
  const keep = async (tx: ProvenTx, now: AccessibleChannel) => {
    const { channel } = now;
    const member = await tx.membership.findUnique({
      where: { channelId_userId: { channelId: channel.id, userId } },
      select: { role: true, user: { select: { id: true, name: true } } },
    });
    if (!member) throw new AppError("not_found", "This person isn't a member of this channel.");
    await change(tx, now, member);
    const members = await tx.membership.groupBy({ by: ["role"], where: { channelId: channel.id }, _count: true });
    if (members.length > 0 && !members.some(({ role }) => role === "manager") && member.role === "manager") {
      throw new AppError("conflict", "A channel needs at least one manager. Make another member a manager first.");
    }
  };
  await asReader(accessible, keep, { alone: "channel" });
}
