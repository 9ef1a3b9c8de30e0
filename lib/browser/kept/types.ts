import type { ChannelDto, SidebarChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";

/** Whose it is: kept so that a page without a network can say who writes. */
export type KeptOwner = { id: string; name: string; avatarUrl: string | null };

/** What is kept beside the channels: whose all of it is, and the sidebar as it stood. */
export type KeptFrame = { owner: KeptOwner; workspaceName: string; sidebar: SidebarChannelDto[] };

/** A channel as it was read last. `at` is when, in milliseconds. */
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
  /** The message that it answers; null for the channel itself. */
  threadId: string | null;
  content: string;
  files: { key: string; file: File; pixels: { width: number; height: number } | null }[];
  createdAt: string;
  /** Why it wasn't sent; null while it is on its way. */
  error: string | null;
  /** It wasn't sent for want of a connection, so it is tried again when there is one. */
  offline: boolean;
};
