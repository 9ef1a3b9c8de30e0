import type { AuditEntryDto } from "@/lib/audit/dto";

/** What somebody did to a webhook that concerns the reader, or to their account, or what befell it, as the audit log has it. Private channels that they may not see are not named. */
export type NoticeDto = AuditEntryDto & {
  seen: boolean;
  /** It is to be looked into in the webhook's delivery log, which the reader may open. */
  opensLog: boolean;
};

/** Whether this person has notices at all, how many of them are new, and the id of the newest of these. */
export type NoticeCountDto = { any: boolean; unseen: number; newest: string | null };
