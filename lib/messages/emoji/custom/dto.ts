/** The custom emoji: their IDs by name. */
export type EmojiIds = Readonly<Record<string, string>>;

/** A custom emoji in the workspace's settings. */
export type CustomEmojiDto = {
  id: string;
  name: string;
  /** Who added it; null if their account is gone. */
  by: string | null;
  createdAt: string;
  /** Whether the reader can delete it. */
  mayDelete: boolean;
};

/** The most custom emoji that a workspace can have. */
export const MOST_EMOJI = 1_000;
