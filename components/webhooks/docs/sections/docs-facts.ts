import type { DocumentedField, SenderDto } from "@/lib/webhooks/dto";

/** One error response of the endpoint. */
export type AnswerRow = {
  status: number;
  when: string;
  error: string;
  whatToDo: string;
  headers?: { name: string; says: string }[];
};

/** What the documentation shows about this server and its validator. */
export type DocsFacts = {
  /** Without a trailing slash. */
  baseUrl: string;
  payloadFields: readonly DocumentedField[];
  embedFields: readonly DocumentedField[];
  answers: readonly AnswerRow[];
  discordErrors: readonly { status: number; code: number; meaning: string }[];
  senders: readonly SenderDto[];
  /** The initial search in the list of tools. */
  toolSearch: string;
  /** Logos under their own licence, which must be named. */
  licensedMarks: readonly { label: string; licence: string }[];
  /** A webhook's rate limit; null if there is none. */
  rateLimit: { count: number; seconds: number } | null;
};
