import { paths } from "./paths";

// Apart from the other URLs, which every page loads.

/** What an open thread, or a message's history, asks for. */
export const threadPaths = {
  before: (channelId: string, rootId: string, seq: number) => `${paths.api.thread(channelId, rootId)}?before=${seq}`,
  read: (channelId: string, rootId: string) => `${paths.api.thread(channelId, rootId)}/read`,
  follow: (channelId: string, rootId: string) => `${paths.api.thread(channelId, rootId)}/follow`,
  edits: (channelId: string, messageId: string, after: string | null = null) =>
    `${paths.api.message(channelId, messageId)}/edits${after === null ? "" : `?after=${after}`}`,
} as const;
