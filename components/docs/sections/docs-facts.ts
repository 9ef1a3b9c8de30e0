import type { AnswerRow } from "./answers";
import type { FieldRow } from "./fields";

/** What the documentation says of this very install, and what its validator says of itself. */
export type DocsFacts = {
  /** Without a slash at the end. */
  baseUrl: string;
  payloadFields: readonly FieldRow[];
  embedFields: readonly FieldRow[];
  answers: readonly AnswerRow[];
  discordErrors: readonly { status: number; code: number; meaning: string }[];
  /** Posts of one webhook in so many seconds; null when nothing limits them. */
  rateLimit: { count: number; seconds: number } | null;
};
