import type { DocumentedField, SenderDto } from "@/lib/webhooks/dto";

/** How the endpoint answers with a status when it posts nothing. */
export type AnswerRow = {
  status: number;
  when: string;
  error: string;
  whatToDo: string;
  headers?: { name: string; says: string }[];
};

/** What the documentation says of this very install, and what its validator says of itself. */
export type DocsFacts = {
  /** Without a slash at the end. */
  baseUrl: string;
  payloadFields: readonly DocumentedField[];
  embedFields: readonly DocumentedField[];
  answers: readonly AnswerRow[];
  discordErrors: readonly { status: number; code: number; meaning: string }[];
  senders: readonly SenderDto[];
  /** What the list of tools is searched for at first. */
  toolSearch: string;
  /** Marks of senders that are under a licence of their own. */
  licensedMarks: readonly { label: string; licence: string }[];
  /** Posts of one webhook in so many seconds; null when nothing limits them. */
  rateLimit: { count: number; seconds: number } | null;
};
