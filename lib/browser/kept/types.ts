import type { ChannelDto, SidebarChannelDto, SidebarSectionDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";

/** The owner of the stored data, so that an offline page can show who is writing. */
export type KeptOwner = { id: string; name: string; avatarUrl: string | null };

/** The data stored besides channels: the owner, the sidebar and the custom emoji. */
export type KeptFrame = {
  owner: KeptOwner;
  workspaceName: string;
  sidebar: SidebarChannelDto[];
  /** Missing from what an older version stored, as the custom emoji may be. */
  sections?: SidebarSectionDto[];
  emoji?: EmojiIds;
};

/** A channel as it was last read, at `at` in milliseconds. */
export type KeptChannel = {
  id: string;
  channel: Pick<ChannelDto, "id" | "name" | "kind" | "topic"> & { canWrite: boolean };
  messages: MessageDto[];
  at: number;
};

/** A message that has not been sent, or was refused. */
export type KeptUnsent = {
  nonce: string;
  channelId: string;
  /** The root message of its thread; null for the channel itself. */
  threadId: string | null;
  /** Whether a reply also appears in the channel. Missing from what an older version stored. */
  inChannel?: boolean | undefined;
  content: string;
  files: { key: string; file: File; pixels: { width: number; height: number } | null }[];
  createdAt: string;
  /** Why sending failed; null while it is on its way. */
  error: string | null;
  /** Sending failed for lack of a connection, and is retried when there is one. */
  offline: boolean;
};
