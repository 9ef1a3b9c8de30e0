import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import { changeMessage, clearMessages, type MessageChange, publishChange } from "@/lib/messages/change-message";
import type { Idempotency, Refusal, WebhookDraft } from "@/lib/messages/draft";
import type { Embed } from "@/lib/messages/dto";
import { webhookRefusal } from "@/lib/messages/insert-parts";
import { resolveAttachments } from "@/lib/messages/read/to-dto";
import { showsSomething } from "@/lib/messages/shows-something";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { AppError } from "@/lib/text/errors";

/** The webhook that posted a message. Its token hash and sealed secret are checked again under the row's lock. */
export type WebhookOwner = Pick<WebhookDraft, "webhookId" | "tokenHash" | "signingSecret">;

type ChangeRefusal = Extract<Refusal, "unknown_webhook" | "paused" | "archived" | "unsigned"> | "unknown_message";

// Whether the channel is archived is checked later, under the channel's own lock.
const REFUSED = Prisma.raw(
  webhookRefusal({ tokenHash: "given.token_hash", secret: "given.secret", archived: "false" }),
);

/**
 * Changes a message that this webhook posted in its current channel. Locks the webhook first, then the channel, as
 * `postMessages` does. Returns null when done.
 */
async function changeWebhookMessage(
  { webhookId, tokenHash, signingSecret }: WebhookOwner,
  id: bigint,
  change: MessageChange,
): Promise<{ refused: ChangeRefusal } | null> {
  const outcome = await db().$transaction(async (tx) => {
    const [webhook] = await tx.$queryRaw<
      { channelId: bigint; refused: "unknown_webhook" | "paused" | "unsigned" | null }[]
    >`
      SELECT w.channel_id AS "channelId", ${REFUSED} AS refused FROM webhooks w
      CROSS JOIN (SELECT ${tokenHash}::bytea AS token_hash, ${Buffer.from(signingSecret ?? [])}::bytea AS secret) given
      WHERE w.id = ${webhookId} FOR NO KEY UPDATE OF w`;
    if (!webhook) return "unknown_webhook" as const;
    if (webhook.refused) return webhook.refused;
    const { channelId } = webhook;
    const found = await tx.message.findFirst({ where: { id, webhookId, channelId }, select: { id: true } });
    if (!found) return "unknown_message" as const;
    return changeMessage(tx, { id, webhookId, channelId }, change);
  });
  if (outcome === "unchanged") return null;
  if (typeof outcome === "string") return { refused: outcome };
  publishChange(outcome);
  return null;
}

/** What an edit replaces. Undefined parts stay as they are. */
type MessageEdit = {
  content?: string | undefined;
  embeds?: Embed[] | undefined;
  /** The attachments to keep; the others are removed. */
  keepAttachments?: bigint[] | undefined;
  addAttachments?: NewAttachment[] | undefined;
  /** The request's signature. If it was seen within the last 24 hours, nothing changes. */
  known?: Idempotency | null | undefined;
};

/**
 * Edits a message that this webhook posted. An edit never notifies anyone. Throws `invalid`, and changes nothing, if
 * the message would be empty or have more than ten attachments.
 */
export function editWebhookMessage(
  owner: WebhookOwner,
  messageId: bigint,
  { content, embeds, keepAttachments, addAttachments = [], known }: MessageEdit,
): Promise<{ refused: ChangeRefusal } | null> {
  const files = addAttachments.map(({ file }) => file);
  return withFilesInPlace(files, () =>
    changeWebhookMessage(owner, messageId, async (tx, message) => {
      if (known?.signature && !(await claim(tx, owner.webhookId, message, known.signature, known.bodyHash)))
        return null;
      if (keepAttachments) {
        await tx.attachment.deleteMany({ where: { messageId, id: { notIn: keepAttachments } } });
      }
      const kept = await tx.attachment.findMany({ where: { messageId }, select: { name: true, position: true } });
      const next = Math.max(-1, ...kept.map(({ position }) => position)) + 1;
      const attachmentCount = kept.length + addAttachments.length;
      if (attachmentCount > UPLOAD_LIMITS.files) {
        throw new AppError("invalid", `attachments can have at most ${UPLOAD_LIMITS.files} files.`, {
          field: "attachments",
        });
      }
      await tx.attachment.createMany({
        data: addAttachments.map(({ file: { hash, temporary: _, ...file }, name, description }, index) => ({
          ...file,
          hash: new Uint8Array(hash),
          name,
          description,
          messageId,
          channelId: message.channelId,
          position: next + index,
        })),
      });
      const left = { content: content ?? message.content, embeds: embeds ?? ((message.embeds ?? []) as Embed[]) };
      // An embed may refer to a file that was just removed.
      const files = [...kept, ...addAttachments].map(({ name }) => ({ name, url: name }));
      const { embeds: cards } = resolveAttachments(storedEmbeds(left.embeds), files);
      if (left.content === "" && attachmentCount === 0 && !cards.some(showsSomething)) {
        throw new AppError(
          "invalid",
          "The message would be empty. Keep some text in content, or an embed or attachment.",
          {
            reason: "empty",
          },
        );
      }
      const column = left.embeds.length > 0 ? (left.embeds as Prisma.InputJsonValue) : Prisma.DbNull;
      return { content: left.content, embeds: column, attachmentCount, editedAt: new Date() };
    }),
  );
}

/** Claims the signature for this request. Returns false if it was already claimed within 24 hours. */
async function claim(
  tx: Transaction,
  webhookId: bigint,
  { id, channelId }: { id: bigint; channelId: bigint },
  signature: Uint8Array,
  bodyHash: Buffer,
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS k (webhook_id, signature, body_hash, message_id, channel_id)
    VALUES (${webhookId}, ${Buffer.from(signature)}, ${bodyHash}, ${id}, ${channelId})
    ON CONFLICT (webhook_id, signature) WHERE signature IS NOT NULL DO UPDATE SET created_at = excluded.created_at
      WHERE k.created_at < now() - interval '24 hours'`;
  return claimed > 0;
}

/** Deletes a message that this webhook posted, leaving a tombstone. */
export function deleteWebhookMessage(
  owner: WebhookOwner,
  messageId: bigint,
): Promise<{ refused: ChangeRefusal } | null> {
  return changeWebhookMessage(owner, messageId, (tx) => clearMessages(tx, [messageId]));
}
