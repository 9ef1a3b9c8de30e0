import { type AuditAction, kindOf } from "@/lib/audit/actions";
import type { AuditChanges, AuditField, AuditValue } from "@/lib/audit/dto";
import { idAt, momentOf } from "@/lib/audit/id-at";
import type { AuditDetails } from "@/lib/audit/schema";
import { withoutSecrets } from "@/lib/audit/without-secrets";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { personalLimit, timeText } from "@/lib/limits";

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

/** A transaction, or the database itself. */
export type LogReader = {
  $queryRaw: (query: TemplateStringsArray, ...values: unknown[]) => PromiseLike<unknown>;
};

// Entries of each kind that a member leaves.
const LIMIT = { count: 500, seconds: 86_400 };
// Getting in, getting out and taking an account back are never put off. They have limits of their own.
const ALWAYS: ReadonlySet<AuditAction> = new Set([
  "account.created",
  "account.created_by_sso",
  "account.password_changed",
  "account.password_reset",
  "account.recovery_code_used",
  "identity.linked",
  "invite.used",
]);

/**
 * Throws `rate_limited` if a member already has the allowed number of entries of this kind within a day, because
 * entries are kept and others have to read them. Owners and admins have no limit. It counts the entries themselves, so
 * it holds across processes and restarts and ignores actions that failed. Simultaneous actions may exceed it slightly.
 */
export async function assertRoomInLog(reader: LogReader, actorId: bigint, action: AuditAction): Promise<void> {
  const limit = personalLimit("audit", LIMIT);
  const kind = kindOf(action);
  if (!limit || kind === "sign-ins" || ALWAYS.has(action)) return;
  const window = limit.seconds * 1000;
  const since = idAt(Date.now() - window);
  const rows = (await reader.$queryRaw`
    SELECT id FROM audit_entries
    WHERE actor_id = ${actorId} AND kind = ${kind} AND id >= ${since}
      AND (SELECT role::text FROM users WHERE id = ${actorId}) = 'member'
    ORDER BY id DESC OFFSET ${limit.count - 1} LIMIT 1`) as { id: bigint }[];
  const [oldest] = rows;
  if (!oldest) return;
  const retryAfter = Math.max(1, Math.ceil((momentOf(oldest.id) + window - Date.now()) / 1000));
  const sentence = `You've reached the limit of ${limit.count} changes like this. Try again in ${timeText(retryAfter)}.`;
  throw new AppError("rate_limited", sentence, { retryAfter });
}

/**
 * Returns the fields that differ, as an entry's details, or null if none do. Fields missing from `after` are unchanged.
 */
export function changes<F extends AuditField>(
  before: Record<F, AuditValue>,
  after: { [K in F]?: AuditValue | undefined },
): AuditChanges | null {
  const found: AuditChanges = {};
  for (const field of Object.keys(before) as F[]) {
    const [from, to] = [before[field], after[field]];
    if (to !== undefined && to !== from) found[field] = { from, to };
  }
  return Object.keys(found).length > 0 ? found : null;
}
