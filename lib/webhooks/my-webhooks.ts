import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { shownImage } from "@/lib/images/signed-url";
import type { SessionUser } from "@/lib/users/find-session-user";

/** A webhook through which the person who looks may post by hand. */
export type MyWebhook = { id: string; name: string; avatarUrl: string | null; channelId: string; channelName: string };

/**
 * The webhooks through which this person may post by hand, by channel and name: those that they may manage, as
 * `requireWebhookManager` decides, which would take a message now.
 */
export async function listMyWebhooks(user: SessionUser): Promise<MyWebhook[]> {
  const rows = await db().webhook.findMany({
    where: { deletedAt: null, pausedAt: null, channel: { archivedAt: null, ...managedBy(user) } },
    orderBy: [{ channel: { name: "asc" } }, { channelId: "asc" }, { name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, avatarUrl: true, channelId: true, channel: { select: { name: true } } },
  });
  return rows.map(({ id, name, avatarUrl, channelId, channel }) => ({
    id: `${id}`,
    name,
    avatarUrl: shownImage(avatarUrl, id),
    channelId: `${channelId}`,
    channelName: channel.name,
  }));
}

function managedBy(user: SessionUser): Prisma.ChannelWhereInput {
  const isMember = { memberships: { some: { userId: user.id } } };
  if (user.role !== "member") return isMember;
  const manages = { memberships: { some: { userId: user.id, role: "manager" as const } } };
  return { ...isMember, OR: [{ webhookManagers: "members" }, manages] };
}
