import { type AuditAction, kindOf } from "@/lib/audit/actions";
import { idAt, momentOf } from "@/lib/audit/id-at";
import { AppError } from "@/lib/errors";
import { personalLimit, timeText } from "@/lib/limits";

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
 * Throws `rate_limited` to a member of whom the log has as many entries of this action's kind, within a day, as it takes: its entries are kept
 * for good, and everybody who reads it wades through them. Owners and admins, who set a team up, have no limit. Counted are the entries
 * themselves, so it holds for all processes and over restarts, and what came to nothing doesn't count; acts of the same moment may go beyond
 * it by as many as they are.
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
  const sentence = `You have done this and things like it ${limit.count} times. Do more in ${timeText(retryAfter)}.`;
  throw new AppError("rate_limited", sentence, { retryAfter });
}
