/** The longest draft that follows its author to other devices, in UTF-16 code units. */
export const LONGEST_SYNCED = 20_000;

/** A draft as the server stores it. */
export type DraftDto = {
  /** The channel's ID, or the ID of the thread's root. */
  conversationId: string;
  channelId: string;
  text: string;
  /** The text to send for each mention that it shows. */
  marks: Record<string, string>;
  /** Whether the reply will also appear in the channel. */
  inChannel?: boolean;
  /** Changes with every version. */
  rev: string;
  /** When it was written, in milliseconds. */
  at: number;
};

/**
 * Whether a draft was saved, and its new `rev`; null once it's deleted. If it wasn't, another device had changed it, and
 * `now` is its version, or null if it's gone.
 */
export type DraftSaveResult = { saved: true; rev: string | null } | { saved: false; now: DraftDto | null };
