import { Prisma } from "@/lib/db/generated/client";
import type { WebhookDraft } from "@/lib/messages/draft";
import { webhookRefusal } from "@/lib/messages/insert-parts";

/** What each draft's webhook presents, for `REFUSED`. */
export function presented({ tokenHash, signingSecret }: WebhookDraft): Prisma.Sql {
  return Prisma.sql`(SELECT ${tokenHash}::bytea AS token_hash, ${Buffer.from(signingSecret ?? [])}::bytea AS secret) given`;
}

/** SQL for why the webhook `w` in the channel `c` can't post what is `given`; null if it can. */
export const REFUSED = Prisma.raw(
  webhookRefusal({ tokenHash: "given.token_hash", secret: "given.secret", archived: "c.archived_at IS NOT NULL" }),
);
