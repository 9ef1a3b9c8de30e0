import type { AuditEntryDto } from "@/lib/audit/dto";

/**
 * Something that happened to one of the reader's webhooks or to their account, as in the audit log. Private channels
 * that the reader can't see aren't named.
 */
export type NoticeDto = AuditEntryDto & {
  seen: boolean;
  /** Whether to link to the webhook's delivery log, which the reader can open. */
  opensLog: boolean;
};

/** Whether this person has any notices, how many are unseen, and the id of the newest unseen one. */
export type NoticeCountDto = { any: boolean; unseen: number; newest: string | null };
