import { type AuditAction, kindOf } from "@/lib/audit/actions";
import type { AuditChanges, AuditField, AuditValue } from "@/lib/audit/dto";
import type { AuditDetails } from "@/lib/audit/schema";
import { withoutSecrets } from "@/lib/audit/without-secrets";
import type { Prisma } from "@/lib/db/generated/client";
import { personalLimit, timeText } from "@/lib/process/limits";
import { AppError } from "@/lib/text/errors";
import { idAt, momentOf } from "@/lib/text/id-at";

/** A transaction, or the database itself if nothing else changes. */
type Writer = LogReader & {
  auditEntry: {
    create: (entry: {
      data: Prisma.AuditEntryUncheckedCreateInput;
      select: { id: true };
    }) => PromiseLike<{ id: bigint }>;
  };
};

type IdAndName = { id: bigint; name: string };

type AuditRecord = {
  /** Null if the actor is unknown. */
  actor: IdAndName | null;
  action: AuditAction;
  channel?: IdAndName & { kind?: "public" | "private" | "direct" };
  /** The channel that a moved webhook left. */
  fromChannel?: { id: bigint };
  webhook?: IdAndName | null;
  /** The person it's done to, if that isn't the actor. */
  member?: IdAndName | null;
  /** The network of the request, for signing in and the like. */
  network?: string;
  details?: AuditDetails;
  /**
   * Set if the caller has already called `assertRoomInLog`, because an error here would undo other people's changes
   * in the same transaction.
   */
  hasRoom?: true;
};

/**
 * Records a change in the audit log, in the change's transaction, so that neither exists without the other. For
 * direct messages, only changes to webhooks are recorded, without the conversation's name, to keep private who talks
 * to whom. Masks secrets. Returns the entry's id, or null. Throws `rate_limited` if a member has added too many in a
 * day.
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

// The entries of each kind that a member can add.
const LIMIT = { count: 500, seconds: 86_400 };
// Signing in, signing out and recovering an account are never refused. They have their own limits.
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
