/**
 * What deleting a person would do, and what keeps their data for a while. Read again while they're being deleted, it counts what is left.
 * Their data can be exported before: as on *Settings › Export*, by a ticket for `{ kind: "person", id }` (`workspacePaths.exported`).
 */
export type DeletionPreviewDto = {
  name: string;
  email: string;
  /** Messages in all channels and direct messages, without those of webhooks. */
  messages: number;
  files: number;
  fileBytes: number;
  /** Drafts and scheduled messages. */
  drafts: number;
  /** What they saved for later, reminders and saved searches. */
  saved: number;
  sessions: number;
  /** Passkeys, authenticator app and browsers that get pushes. */
  devices: number;
  /** Webhooks they created, which stay. */
  webhooks: number;
  /**
   * Complete archives that still hold their data. `until`: the day on which the schedule deletes the last of them, such as
   * "2026-12-12"; null if it deletes none, or not all of them.
   */
  backups: { count: number; until: string | null };
  /** Whether they're being deleted already: their account is gone, and their messages and files are going. */
  deleting: boolean;
  /** Why they can't be deleted, as a sentence; null if they can. */
  reason: string | null;
};

/**
 * What happens to their messages and files. Kept ones appear under "Deleted person". If only the files are removed, messages without
 * text go with them; if only the messages are, files stay in messages without text.
 */
export type DeletionChoice = {
  messages: "keep" | "remove";
  files: "keep" | "remove";
  /** Their name or email, typed to confirm. */
  name: string;
  /** The owner's password or a code, as for an export; may be empty for an owner without a password who has just signed in. */
  proof: string;
};
