import { changes } from "@/lib/audit/changes";
import { recordAudit } from "@/lib/audit/record-audit";
import { type AccessibleChannel, assertCanManage, refuseDirect } from "@/lib/channels/access";
import { nameTaken } from "@/lib/channels/create-channel";
import { lockChannels } from "@/lib/channels/lock-channel";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/publish";

type ChannelChange = {
  name: string;
  topic: string;
  webhookManagers: "members" | "managers";
  /** Stays as it is when absent. */
  webhooksMayMentionEveryone?: boolean | undefined;
};

const settings = { name: true, topic: true, webhookManagers: true, webhooksMayMentionEveryone: true } as const;

/**
 * Changes a channel's name, topic, who may manage its webhooks, and whether these may ping everybody. Throws `forbidden`, or
 * `conflict` for a taken name.
 */
export async function updateChannel(accessible: AccessibleChannel, change: ChannelChange): Promise<void> {
  refuseDirect(accessible, "A direct message has no settings: its people give it its name.");
  assertCanManage(accessible);
  const { user, channel } = accessible;
  const { name, topic, webhookManagers, webhooksMayMentionEveryone } = change;
  const data = {
    name,
    topic,
    webhookManagers,
    ...(webhooksMayMentionEveryone !== undefined && { webhooksMayMentionEveryone }),
  };
  await inTurn(accessible, async (tx) => {
    const before = await tx.channel.findUniqueOrThrow({ where: { id: channel.id }, select: settings });
    const details = changes(before, data);
    if (!details) return;
    await tx.channel.update({ where: { id: channel.id }, data, select: { id: true } });
    await recordAudit(tx, {
      actor: user,
      action: "channel.updated",
      channel: { ...channel, name: before.name },
      details,
    });
  });
}

/** Closes a channel for new messages, webhooks' included, or opens it again. What stands in it stays readable. */
export async function setArchived(accessible: AccessibleChannel, archived: boolean): Promise<void> {
  refuseDirect(accessible, "A direct message can't be archived.");
  assertCanManage(accessible);
  const { user, channel } = accessible;
  await inTurn(accessible, async (tx) => {
    const { count } = await tx.channel.updateMany({
      where: { id: channel.id, archivedAt: archived ? null : { not: null } },
      data: { archivedAt: archived ? new Date() : null },
    });
    if (count === 0) return;
    await recordAudit(tx, { actor: user, action: archived ? "channel.archived" : "channel.unarchived", channel });
  });
}

async function inTurn({ channel }: AccessibleChannel, change: (tx: Transaction) => Promise<void>): Promise<void> {
  await db()
    .$transaction(async (tx) => {
      await lockChannels(tx, channel.id);
      await change(tx);
    })
    .catch(nameTaken);
  publish({ kind: "channels" });
}
