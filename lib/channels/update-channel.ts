import { changes, recordAudit } from "@/lib/audit/record-audit";
import { type AccessibleChannel, assertCanChangeRetention, refuseDirect } from "@/lib/channels/access";
import { asManager } from "@/lib/channels/as-member";
import { channelPeriodText, type RetentionDays } from "@/lib/channels/dto";
import { nameTaken, requireFreeName } from "@/lib/channels/free-name";
import { noteEvent } from "@/lib/channels/note-event";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";

/** What is absent stays as it is. */
type ChannelChange = {
  name?: string | undefined;
  topic?: string | undefined;
  webhookManagers?: "members" | "managers" | undefined;
  whoPosts?: "everyone" | "managers" | undefined;
  webhooksMayMentionEveryone?: boolean | undefined;
  retentionDays?: RetentionDays | undefined;
};

/**
 * Changes a channel's name, topic, who posts, webhook settings and retention. Throws `forbidden`, or `conflict` if the name is taken or looks
 * like another.
 */
export async function updateChannel(accessible: AccessibleChannel, change: ChannelChange): Promise<void> {
  refuseDirect(accessible, "Direct messages don't have settings. They're named after the people in them.");
  await inTurn(accessible, async (tx, { user, channel }) => {
    if (change.retentionDays !== undefined) assertCanChangeRetention(user);
    const { name, topic, webhookManagers, whoPosts, webhooksMayMentionEveryone, archivedAt, retentionDays } = channel;
    const before = { name, topic, webhookManagers, whoPosts, webhooksMayMentionEveryone };
    const data = {
      name: change.name ?? before.name,
      topic: change.topic ?? before.topic,
      webhookManagers: change.webhookManagers ?? before.webhookManagers,
      whoPosts: change.whoPosts ?? before.whoPosts,
      webhooksMayMentionEveryone: change.webhooksMayMentionEveryone ?? before.webhooksMayMentionEveryone,
    };
    const kept = change.retentionDays === undefined ? retentionDays : change.retentionDays;
    const details = changes(
      { ...before, retention: channelPeriodText(retentionDays) },
      { ...data, retention: channelPeriodText(kept) },
    );
    if (!details) return;
    if (before.name !== data.name && !archivedAt) await requireFreeName(tx, user, data.name, channel.id);
    await tx.channel.update({
      where: { id: channel.id },
      data: { ...data, retentionDays: kept },
      select: { id: true },
    });
    await recordAudit(tx, { actor: user, action: "channel.updated", channel, details });
    for (const [field, kind] of [
      ["name", "renamed"],
      ["topic", "topic"],
    ] as const) {
      const changed = { from: before[field], to: data[field] };
      if (changed.from !== changed.to) await noteEvent(tx, { channel, kind, actor: user, details: changed });
    }
  });
}

/**
 * Archives or unarchives a channel. No one, including webhooks, can post in an archived one, but everyone can still
 * read it. Throws `forbidden`, or `conflict` if another channel has since taken its name or a similar one.
 */
export async function setArchived(accessible: AccessibleChannel, archived: boolean): Promise<void> {
  refuseDirect(accessible, "You can't archive a direct message.");
  await inTurn(accessible, async (tx, { user, channel }) => {
    await resetExpectedPosts(tx, channel.id, archived);
    const { count } = await tx.channel.updateMany({
      where: { id: channel.id, archivedAt: archived ? null : { not: null } },
      data: { archivedAt: archived ? new Date() : null },
    });
    if (count === 0) return;
    if (!archived) await requireFreeName(tx, user, channel.name, channel.id);
    await recordAudit(tx, { actor: user, action: archived ? "channel.archived" : "channel.unarchived", channel });
  });
}

/**
 * Makes a channel public or private. Whoever may no longer read it loses it at once. Throws `forbidden`, or `conflict`
 * if a channel that becomes public has the name of another one, or a similar one.
 */
export async function setVisibility(accessible: AccessibleChannel, to: "public" | "private"): Promise<void> {
  refuseDirect(accessible, "A direct message is always private.");
  const changed = await inTurn(accessible, async (tx, { user, channel }) => {
    const { name, kind, archivedAt } = channel;
    if (kind === to) return [];
    if (to === "public" && !archivedAt) await requireFreeName(tx, user, name, channel.id);
    const details = { visibility: { from: kind, to } };
    await recordAudit(tx, { actor: user, action: "channel.updated", channel, details });
    await noteEvent(tx, { channel, actor: user, kind: to === "public" ? "made_public" : "made_private" });
    return tx.$queryRaw<{ rev: bigint; msg_seq: bigint }[]>`
      UPDATE channels SET kind = ${to}::channel_kind, rev = rev + 1 WHERE id = ${channel.id} RETURNING rev, msg_seq`;
  });
  // With a new revision, everyone who has the channel open is checked again.
  for (const { rev, msg_seq } of changed) {
    publish({ kind: "channel", channelId: accessible.channel.id, rev: Number(rev), msgSeq: Number(msg_seq) });
  }
}

/**
 * Restarts the time in which the channel's webhooks are expected to post. Runs before the channel is locked, and in id
 * order, because posts lock webhooks first too.
 */
async function resetExpectedPosts(tx: Transaction, channelId: bigint, archived: boolean): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhooks SET expected_since = now() WHERE id IN (
      SELECT w.id FROM webhooks w JOIN channels c ON c.id = w.channel_id
      WHERE c.id = ${channelId} AND (c.archived_at IS NULL) = ${archived} AND w.expected_every_hours IS NOT NULL
      ORDER BY w.id FOR NO KEY UPDATE OF w)`;
}

async function inTurn<T>(accessible: AccessibleChannel, change: Parameters<typeof asManager<T>>[1]): Promise<T> {
  const result = await asManager(accessible, change).catch(nameTaken);
  publish({ kind: "channels" });
  return result;
}
