import { paths } from "./paths";

// Apart from the other URLs, which every page loads.

/** The URLs of replies, and what an open thread, or a message's history, asks for. */
export const threadPaths = {
  /** The thread at one of its replies. */
  reply: (channelId: string, root: { rootId: bigint; rootSeq: bigint }, seq: number) =>
    `${paths.message(channelId, Number(root.rootSeq))}&thread=${root.rootId}&reply=${seq}`,
  before: (channelId: string, rootId: string, seq: number) => `${paths.api.thread(channelId, rootId)}?before=${seq}`,
  read: (channelId: string, rootId: string) => `${paths.api.thread(channelId, rootId)}/read`,
  follow: (channelId: string, rootId: string) => `${paths.api.thread(channelId, rootId)}/follow`,
  edits: (channelId: string, messageId: string, after: string | null = null) =>
    `${paths.api.message(channelId, messageId)}/edits${after === null ? "" : `?after=${after}`}`,
} as const;
