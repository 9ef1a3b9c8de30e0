import { mayManageWebhooks } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import type { WebhookDraft } from "@/lib/messages/draft";
import type { RuleInUse } from "@/lib/webhooks/rules/in-use";

// Why: docs/decisions/rules.md

/** The webhook that a rule hands posts over to, as it is now. */
export type HandOverTarget = {
  id: bigint;
  channelId: bigint;
  tokenHash: Buffer;
  signingSecret: Uint8Array | null;
  /** The name of the webhook that got the post. */
  from: string;
};

type Row = {
  channelId: bigint;
  tokenHash: Uint8Array | null;
  signingSecret: Uint8Array | null;
  from: string;
  isPaused: boolean;
  isArchived: boolean;
  mayManage: boolean;
};

/** Finds where a rule hands a post over to, or says why it can't: "because the webhook that it names is paused". */
export async function findTarget(
  { action, authorId }: RuleInUse,
  fromId: bigint,
): Promise<{ target: HandOverTarget } | { why: string }> {
  if (action.do !== "hand_over" || action.toWebhookId === null) return { why: GONE };
  const id = BigInt(action.toWebhookId);
  const [row] = await db().$queryRaw<Row[]>`
    SELECT w.channel_id AS "channelId", w.token_hash AS "tokenHash", w.signing_secret AS "signingSecret",
      w.paused_at IS NOT NULL AS "isPaused", c.archived_at IS NOT NULL AS "isArchived", own.name AS "from",
      ${mayManageWebhooks(authorId)} AS "mayManage"
    FROM webhooks w JOIN channels c ON c.id = w.channel_id JOIN webhooks own ON own.id = ${fromId}
    WHERE w.id = ${id} AND w.deleted_at IS NULL`;
  if (!row?.tokenHash) return { why: GONE };
  if (!row.mayManage) return { why: "because the rule's author may no longer manage the webhook that it names" };
  if (row.isPaused) return { why: "because the webhook that it names is paused" };
  if (row.isArchived) return { why: "because the channel of the webhook that it names is archived" };
  const { channelId, tokenHash, signingSecret, from } = row;
  return { target: { id, channelId, tokenHash: Buffer.from(tokenHash), signingSecret, from } };
}

const GONE = "because the webhook that it names is gone";

/**
 * Returns a draft as the target's own, with the keys of its threads, updates and things. The statement that inserts it
 * checks the target's token and secret again. The sender's idempotency key counts per sender, so that two webhooks that
 * hand over to one don't share theirs.
 */
export function asTargets(
  draft: WebhookDraft,
  { id, channelId, tokenHash, signingSecret }: HandOverTarget,
): WebhookDraft {
  const { webhookId, idempotency } = draft;
  const key = idempotency?.key == null ? null : `${webhookId}:${idempotency.key}`;
  const own = idempotency && { ...idempotency, key };
  return { ...draft, webhookId: id, channelId, tokenHash, signingSecret, idempotency: own };
}
