import type { DocumentedField } from "@/lib/webhooks/dto";
import type { AnswerRow } from "./answers";

/** What the documentation says of this very install, and what its validator says of itself. */
export type DocsFacts = {
  /** Without a slash at the end. */
  baseUrl: string;
  payloadFields: readonly DocumentedField[];
  embedFields: readonly DocumentedField[];
  answers: readonly AnswerRow[];
  discordErrors: readonly { status: number; code: number; meaning: string }[];
  /** Posts of one webhook in so many seconds; null when nothing limits them. */
  rateLimit: { count: number; seconds: number } | null;
};
