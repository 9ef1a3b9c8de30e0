import { changes, recordAudit } from "@/lib/audit/record-audit";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { avatarHashOf } from "@/lib/files/images/uploaded-avatar";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countProfileWrite } from "@/lib/people/write-limit";
import { AppError } from "@/lib/text/errors";

/**
 * Sets a person's avatar to one they uploaded, or removes it with null; deletes the previous one. Updates all open
 * pages. Throws `invalid` for an avatar that doesn't exist, is someone else's or is already in use, and `rate_limited`
 * as `updateProfile` does.
 */
export async function setOwnAvatar(user: SessionUser, avatarUrl: string | null): Promise<void> {
  await countProfileWrite(user.id);
  await asPerson(user, async (tx) => {
    const [before] = await tx.$queryRaw<{ avatarUrl: string | null; name: string }[]>`
      SELECT name, avatar_url AS "avatarUrl" FROM users WHERE id = ${user.id} FOR NO KEY UPDATE`;
    const details = changes({ avatarUrl: before?.avatarUrl ?? null }, { avatarUrl: avatarUrl });
    if (!before || !details) return;
    const taken = avatarUrl === null ? null : await takeUp(tx, user, avatarUrl, { ownerId: user.id });
    await tx.avatar.deleteMany({ where: { ownerId: user.id, ...(taken !== null && { id: { not: taken } }) } });
    await tx.user.update({ where: { id: user.id }, data: { avatarUrl: avatarUrl }, select: { id: true } });
    await recordAudit(tx, { actor: { ...before, id: user.id }, action: "account.updated", details });
  });
  publish({ kind: "user", userId: user.id });
  publish({ kind: "person", userId: user.id });
}

/**
 * Sets a webhook's avatar to one this person uploaded. It is kept as long as the webhook, because its messages show it.
 * An avatar the webhook has or had stays. Throws `invalid` for an avatar that doesn't exist, is someone else's or is
 * already in use.
 */
export async function takeUpForWebhook(
  tx: Transaction,
  user: { id: bigint },
  webhookId: bigint,
  avatarUrl: string,
): Promise<void> {
  const known = await tx.avatar.findFirst({ where: { hash: hashIn(avatarUrl), webhookId }, select: { id: true } });
  if (!known) await takeUp(tx, user, avatarUrl, { webhookId });
}

/**
 * Gives an uploaded image to its new owner and returns its id. Throws `invalid` if it doesn't exist, is someone else's
 * or is already in use.
 */
export async function takeUp(
  tx: Transaction,
  { id: userId }: { id: bigint },
  avatarUrl: string,
  by: { ownerId: bigint } | { webhookId: bigint } | { workspaceId: bigint },
): Promise<bigint> {
  const [found] = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM pictures
    WHERE hash = ${hashIn(avatarUrl)} AND user_id = ${userId} AND owner_id IS NULL AND webhook_id IS NULL
      AND workspace_id IS NULL AND emoji_id IS NULL
    ORDER BY id LIMIT 1 FOR UPDATE`;
  if (!found) {
    const sentence = "This image no longer exists. Upload it again.";
    throw new AppError("invalid", sentence, { field: "avatarUrl" });
  }
  await tx.avatar.update({ where: { id: found.id }, data: by, select: { id: true } });
  return found.id;
}

function hashIn(avatarUrl: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(avatarHashOf(avatarUrl) ?? "", "hex"));
}
