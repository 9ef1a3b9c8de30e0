import type { NotificationLevel } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import type { SessionUser } from "@/lib/users/find-session-user";

declare const proof: unique symbol;

/** Proof that `user` may see `channel`. Only `requireChannel` makes one, so a forgotten check doesn't compile. */
export type AccessibleChannel = {
  readonly [proof]: true;
  user: SessionUser;
  channel: Row;
  /** The user's own standing; null for a public channel that they have not joined. */
  membership: {
    role: "manager" | "member";
    lastReadSeq: bigint;
    notifications: NotificationLevel;
    allReplies: boolean;
  } | null;
  /** Channel managers, and owners and admins who are members of the channel. Nobody manages a direct message. */
  canManage: boolean;
};

const select = {
  id: true,
  name: true,
  topic: true,
  kind: true,
  webhookManagers: true,
  webhooksMayMentionEveryone: true,
  msgSeq: true,
  rev: true,
  archivedAt: true,
  createdAt: true,
} as const;

type Row = {
  id: bigint;
  name: string;
  topic: string;
  kind: "public" | "private" | "direct";
  webhookManagers: "members" | "managers";
  webhooksMayMentionEveryone: boolean;
  msgSeq: bigint;
  rev: bigint;
  archivedAt: Date | null;
  createdAt: Date;
};

/**
 * The SQL condition that a person may read the channel `c`, archived or not: it is public, or they are in it. `userId` is SQL for their
 * id. Of one channel `requireChannel` decides the same.
 */
export const mayRead = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(c.kind = 'public' OR EXISTS (
  SELECT FROM memberships p WHERE p.channel_id = c.id AND p.user_id = ${userId}))`;

/** The channel, if this person may see it. Throws `not_found`, the same for a channel that is hidden as for none at all. */
export async function requireChannel(user: SessionUser, channelId: bigint): Promise<AccessibleChannel> {
  const found = await db().channel.findUnique({
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

/** The same, and they must have joined it. Throws `not_found` for everybody else. */
export async function requireMember(user: SessionUser, channelId: bigint): Promise<AccessibleChannel> {
  const accessible = await requireChannel(user, channelId);
  if (!accessible.membership) throw noSuchChannel();
  return accessible;
}

/** Throws `forbidden` with this sentence for a direct message: its people make it the one it is, and nothing of it changes. */
export function refuseDirect({ channel }: AccessibleChannel, sentence: string): void {
  if (channel.kind === "direct") throw new AppError("forbidden", sentence);
}

/** Throws `forbidden` unless the person manages the channel. */
export function assertCanManage({ canManage }: AccessibleChannel): void {
  if (!canManage) throw new AppError("forbidden", "Only channel managers can do this. Ask one of them.");
}

/** Whether the person may manage the channel's webhooks, as the channel's setting says. A direct message takes none. */
export function canManageWebhooks({ channel, membership, canManage }: AccessibleChannel): boolean {
  if (channel.kind === "direct") return false;
  return membership !== null && (canManage || channel.webhookManagers === "members");
}

/** Whether the person is told who sent a webhook's message by hand: the channel's managers are, and owners and admins who may see it. */
export function seesSenders({ user, channel, membership }: AccessibleChannel): boolean {
  return channel.kind !== "direct" && (user.role !== "member" || membership?.role === "manager");
}

function noSuchChannel(): AppError {
  return new AppError("not_found", "This channel doesn't exist, or you're not a member of it.");
}
