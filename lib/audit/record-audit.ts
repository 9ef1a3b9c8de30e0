import type { AuditAction } from "@/lib/audit/actions";
import type { AuditDetails } from "@/lib/audit/schema";
import { withoutSecrets } from "@/lib/audit/without-secrets";
import type { Transaction } from "@/lib/db/transaction";

type Named = { id: bigint; name: string };

type AuditRecord = {
  actor: Named;
  action: AuditAction;
  channel?: Named & { kind?: "public" | "private" | "direct" };
  webhook?: Named;
  details?: AuditDetails;
};

/**
 * Writes one line of the audit log within the transaction of the change, so that neither exists without the other. A direct
 * message is left unnamed and only its webhooks are recorded: who talks with whom is theirs. Secrets are masked.
 */
export async function recordAudit(
  tx: Pick<Transaction, "auditEntry">,
  { actor, action, channel, webhook, details = {} }: AuditRecord,
): Promise<void> {
  const direct = channel?.kind === "direct";
  if (direct && !action.startsWith("webhook.")) return;
  await tx.auditEntry.create({
    data: {
      actorId: actor.id,
      actorName: actor.name,
      action,
      channelId: channel?.id ?? null,
      channelName: direct ? null : (channel?.name ?? null),
      webhookId: webhook?.id ?? null,
      webhookName: webhook?.name ?? null,
      details: JSON.parse(JSON.stringify(details, masked)),
    },
    select: { id: true },
  });
}

function masked(_: string, value: unknown): unknown {
  return typeof value === "string" ? withoutSecrets(value) : value;
}
