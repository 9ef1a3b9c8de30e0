import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { assertRoomInLog, type LogReader } from "@/lib/audit/room-in-log";
import type { AuditDetails } from "@/lib/audit/schema";
import { withoutSecrets } from "@/lib/audit/without-secrets";
import type { Prisma } from "@/lib/db/generated/client";

/** A transaction, or the database itself for what is no change. */
type Writer = LogReader & {
  auditEntry: {
    create: (entry: {
      data: Prisma.AuditEntryUncheckedCreateInput;
      select: { id: true };
    }) => PromiseLike<{ id: bigint }>;
  };
};

type Named = { id: bigint; name: string };

type AuditRecord = {
  /** Null when nobody knows who it was. */
  actor: Named | null;
  action: AuditAction;
  channel?: Named & { kind?: "public" | "private" | "direct" };
  /** The channel that a moved webhook left. */
  fromChannel?: { id: bigint };
  webhook?: Named | null;
  /** To whom it is done, when that isn't the actor. */
  member?: Named | null;
  /** Where it came from, of what has to do with getting in. */
  network?: string;
  details?: AuditDetails;
  /** The caller has asked `assertRoomInLog` already, because a refusal would undo what others do in the same transaction. */
  hasRoom?: true;
};

/**
 * Writes one line of the audit log within the transaction of the change, so that neither exists without the other. A direct
 * message is left unnamed and only its webhooks are recorded: who talks with whom is theirs. Secrets are masked. Answers the line's id, or null. Throws `rate_limited` to
 * a member who has left too many in a day.
 */
export async function recordAudit(
  tx: Writer,
  { actor, action, channel, fromChannel, webhook, member, network, details = {}, hasRoom }: AuditRecord,
): Promise<bigint | null> {
  const direct = channel?.kind === "direct";
  if (direct && !action.startsWith("webhook.")) return null;
  if (actor && !hasRoom) await assertRoomInLog(tx, actor.id, action);
  const { id } = await tx.auditEntry.create({
    data: {
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? null,
      kind: kindOf(action),
      action,
      channelId: channel?.id ?? null,
      channelName: direct ? null : (channel?.name ?? null),
      fromChannelId: fromChannel?.id ?? null,
      webhookId: webhook?.id ?? null,
      webhookName: webhook?.name ?? null,
      memberId: member?.id ?? null,
      memberName: member?.name ?? null,
      network: network ?? null,
      details: JSON.parse(JSON.stringify(details, masked)),
    },
    select: { id: true },
  });
  return id;
}

function masked(_: string, value: unknown): unknown {
  return typeof value === "string" ? withoutSecrets(value) : value;
}
