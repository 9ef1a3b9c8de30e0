import { type AccessibleChannel, assertCanManage } from "@/lib/channels/access";
import { nameTaken } from "@/lib/channels/create-channel";
import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/publish";

/** Changes a channel's name, topic and who may manage its webhooks. Throws `forbidden`, or `conflict` for a taken name. */
export async function updateChannel(
  accessible: AccessibleChannel,
  change: { name: string; topic: string; webhookManagers: "members" | "managers" },
): Promise<void> {
  assertCanManage(accessible);
  const { name, topic, webhookManagers } = change;
  const data = { name, topic, webhookManagers };
  await db()
    .channel.update({ where: { id: accessible.channel.id }, data, select: { id: true } })
    .catch(nameTaken);
  publish({ kind: "channels" });
}

/** Closes a channel for new messages, webhooks' included, or opens it again. What stands in it stays readable. */
export async function setArchived(accessible: AccessibleChannel, archived: boolean): Promise<void> {
  assertCanManage(accessible);
  const data = { archivedAt: archived ? new Date() : null };
  await db()
    .channel.update({ where: { id: accessible.channel.id }, data, select: { id: true } })
    .catch(nameTaken);
  publish({ kind: "channels" });
}
