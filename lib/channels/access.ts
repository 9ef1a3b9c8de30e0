import type { NotificationLevel } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";

declare const proof: unique symbol;

/**
 * Proof that `user` may see `channel`. Only `requireChannel` creates one, so code that forgets the check doesn't
 * compile.
 */
export type AccessibleChannel = {
  readonly [proof]: true;
  user: SessionUser;
  channel: Row;
  /** The user's membership; null for a public channel that they haven't joined. */
  membership: {
    role: "manager" | "member";
    lastReadSeq: bigint;
    notifications: NotificationLevel;
    allReplies: boolean;
  } | null;
  /**
   * True for channel managers, and for owners and admins who are members of the channel. No one manages a direct
   * message.
   */
  canManage: boolean;
};

const select = {
  id: true,
  name: true,
  topic: true,
  kind: true,
  webhookManagers: true,
  whoPosts: true,
  webhooksMayMentionEveryone: true,
  msgSeq: true,
  rev: true,
  archivedAt: true,
  retentionDays: true,
  createdAt: true,
} as const;

type Row = {
  id: bigint;
  name: string;
  topic: string;
  kind: "public" | "private" | "direct";
  webhookManagers: "members" | "managers";
  whoPosts: "everyone" | "managers";
  webhooksMayMentionEveryone: boolean;
  msgSeq: bigint;
  rev: bigint;
  archivedAt: Date | null;
  retentionDays: number | null;
  createdAt: Date;
};

/**
 * The SQL condition for whether a user may read the channel `c`, archived or not: it's public or they're a member.
 * `userId` is SQL for their id. `requireChannel` decides the same for one channel.
 */
export const mayRead = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(c.kind = 'public' OR EXISTS (
  SELECT FROM memberships p WHERE p.channel_id = c.id AND p.user_id = ${userId}))`;

/** The database, or a transaction. */
export type Client = Transaction | ReturnType<typeof db>;

/**
 * Returns the channel if the user may see it. Throws the same `not_found` for a hidden channel as for one that doesn't
 * exist. `client` is the transaction of a write that proves it again (lib/channels/as-member.ts).
 */
export async function requireChannel(
  user: SessionUser,
  channelId: bigint,
  client: Client = db(),
): Promise<AccessibleChannel> {
  const found = await client.channel.findUnique({
    where: { id: channelId },
    select: {
      ...select,
      memberships: {
        where: { userId: user.id },
        select: { role: true, lastReadSeq: true, notifications: true, allReplies: true },
      },
    },
  });
  const membership = found?.memberships[0] ?? null;
  if (!found || (found.kind !== "public" && !membership)) throw noSuchChannel();
  const { memberships: _, ...channel } = found;
  const manages = membership !== null && (membership.role === "manager" || user.role !== "member");
  const canManage = manages && channel.kind !== "direct";
  return { user, channel, membership, canManage } as AccessibleChannel;
}

/** Returns the channel if the user is a member of it, otherwise throws `not_found`. */
export async function requireMember(user: SessionUser, channelId: bigint, client?: Client): Promise<AccessibleChannel> {
  const accessible = await requireChannel(user, channelId, client);
  if (!accessible.membership) throw noSuchChannel();
  return accessible;
}

/** Throws `forbidden` with this message for a direct message, whose members and settings never change. */
export function refuseDirect({ channel }: AccessibleChannel, sentence: string): void {
  if (channel.kind === "direct") throw new AppError("forbidden", sentence);
}

/** Throws `forbidden` unless the user manages the channel. */
export function assertCanManage({ canManage }: AccessibleChannel): void {
  if (!canManage) throw new AppError("forbidden", "Only channel managers can do this. Ask one of them.");
}

/** Throws `forbidden` unless the user is an owner: deleting everyone's messages is theirs to decide, in every channel. */
export function assertCanChangeRetention({ role }: Pick<SessionUser, "role">): void {
  if (role !== "owner") throw new AppError("forbidden", "Only owners can change how long messages are kept.");
}

/** Throws `forbidden` unless the user is an owner: as with retention, deleting everyone's messages is theirs to decide. */
export function assertCanDelete({ user }: AccessibleChannel): void {
  if (user.role !== "owner") throw new AppError("forbidden", "Only owners can delete a channel. Ask one of them.");
}

/** Why a person can't write in a channel. */
export type WriteRefusal = "not_a_member" | "archived" | "not_a_manager";

/**
 * Returns why the user can't post in the channel; null if they can. In an announcement channel only managers post, but
 * every member replies in threads. The statement that inserts messages decides the same (lib/messages/insert-parts.ts).
 */
export function writeRefusal(
  { channel, membership, canManage }: AccessibleChannel,
  { inThread }: { inThread: boolean },
): WriteRefusal | null {
  if (!membership) return "not_a_member";
  if (channel.archivedAt !== null) return "archived";
  return channel.whoPosts === "managers" && !canManage && !inThread ? "not_a_manager" : null;
}

/**
 * Returns whether the user may manage the channel's webhooks, according to the channel's setting. Direct messages have
 * no webhooks.
 */
export function canManageWebhooks({ channel, membership, canManage }: AccessibleChannel): boolean {
  if (channel.kind === "direct") return false;
  return membership !== null && (canManage || channel.webhookManagers === "members");
}

/**
 * The SQL condition for whether a person may manage the webhooks of the channel `c`. `canManageWebhooks` decides the
 * same for one channel. No one may if `userId` is null.
 */
export const mayManageWebhooks = (userId: bigint | null): Prisma.Sql => Prisma.sql`(c.kind <> 'direct' AND EXISTS (
  SELECT FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.channel_id = c.id AND m.user_id = ${userId} AND u.deactivated_at IS NULL
    AND (c.webhook_managers = 'members' OR m.role = 'manager' OR u.role <> 'member')))`;

/** Throws `forbidden` unless the user may manage the channel's webhooks. */
export function assertCanManageWebhooks(accessible: AccessibleChannel): void {
  if (canManageWebhooks(accessible)) return;
  throw new AppError("forbidden", "Only this channel's managers can manage its webhooks. Ask a manager.");
}

/**
 * Returns whether the user sees who sent a webhook's message by hand: the channel's managers do, and owners and admins
 * who may see the channel.
 */
export function seesSenders({ user, channel, membership }: AccessibleChannel): boolean {
  return channel.kind !== "direct" && (user.role !== "member" || membership?.role === "manager");
}

function noSuchChannel(): AppError {
  return new AppError("not_found", "This channel doesn't exist, or you're not a member of it.");
}
