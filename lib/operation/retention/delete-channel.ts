import { recordAudit } from "@/lib/audit/record-audit";
import { type AccessibleChannel, assertCanDelete, refuseDirect } from "@/lib/channels/access";
import { whileProven } from "@/lib/channels/as-member";
import type { DeletionPreviewDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { previewRetention } from "@/lib/operation/retention/preview-retention";
import type { ProvenTx } from "@/lib/people/as-person";
import { defaultChannels } from "@/lib/people/default-channels";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/channels.md

/** Counts what deleting the channel deletes, and says which channels new people join instead. Throws `forbidden`. */
export async function previewDeletion(accessible: AccessibleChannel): Promise<DeletionPreviewDto> {
  refuseDirect(accessible, NOT_DIRECT);
  assertCanDelete(accessible);
  const { user, channel } = accessible;
  const [counted, webhooks, now, then] = await Promise.all([
    previewRetention(user, 0, accessible),
    db().webhook.count({ where: { channelId: channel.id, deletedAt: null } }),
    defaultChannels(db()),
    defaultChannels(db(), channel.id),
  ]);
  const isDefault = now.some(({ id }) => id === channel.id);
  return { ...counted, webhooks, defaults: isDefault ? then.map(({ name }) => name) : null };
}

/**
 * Deletes a channel for everyone, if its name was typed. Everything in it is out of reach from the commit on, and its
 * webhooks' URLs answer 404; the rows are deleted later (lib/operation/retention/empty-channels.ts). Throws `forbidden`, and
 * `invalid` for another name.
 */
export async function deleteChannel(accessible: AccessibleChannel, typed: string): Promise<void> {
  const { messages, files, bytes, webhooks } = await previewDeletion(accessible);
  const remove = async (tx: ProvenTx, { user, channel }: AccessibleChannel) => {
    const { name } = channel;
    if (typed !== name && typed !== `#${name}`) {
      throw new AppError("invalid", `Type the channel's name, ${name}, to delete it.`, { field: "name" });
    }
    await endWebhooks(tx, channel.id);
    const marked = await tx.$queryRaw<{ rev: bigint }[]>`
      UPDATE channels SET deleted_at = now(), archived_at = now(), kind = 'private', topic = '', rev = rev + 1
      WHERE id = ${channel.id} AND deleted_at IS NULL RETURNING rev`;
    const members = await tx.$queryRaw<{ user_id: bigint }[]>`
      DELETE FROM memberships WHERE channel_id = ${channel.id} RETURNING user_id`;
    await tx.$executeRaw`
      DELETE FROM notices WHERE audit_entry_id IN (SELECT id FROM audit_entries WHERE channel_id = ${channel.id})`;
    await tx.$executeRaw`
      UPDATE workspaces SET default_channel_ids = array_remove(default_channel_ids, ${channel.id})
      WHERE ${channel.id} = ANY(default_channel_ids)`;
    const [row] = marked;
    if (!row) return { memberIds: [], rev: null };
    const details = { deleted: { messages, files, bytes, webhooks } };
    await recordAudit(tx, { actor: user, action: "channel.deleted", channel, details });
    return { memberIds: members.map((each) => each.user_id), rev: row.rev };
  };
  const { memberIds, rev } = await whileProven(accessible, assertCanDelete, remove, { alone: "channel" });
  if (rev === null) return;
  const { channel } = accessible;
  // Everyone who has it open loses it with this revision.
  publish({ kind: "channel", channelId: channel.id, rev: Number(rev), msgSeq: Number(channel.msgSeq) });
  for (const userId of memberIds) publish({ kind: "user", userId });
  publish({ kind: "channels" });
}

const NOT_DIRECT = "You can't delete a direct message.";

/** Ends a channel's webhooks. Runs before the channel is locked, and in id order, because posts lock webhooks first too. */
export async function endWebhooks(tx: Transaction, channelId: bigint): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhooks SET deleted_at = now(), token_hash = NULL, signing_secret = NULL, card_version = NULL WHERE id IN (
      SELECT id FROM webhooks WHERE channel_id = ${channelId} AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE)`;
  await tx.webhookCard.deleteMany({ where: { webhook: { channelId } } });
}
