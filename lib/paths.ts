/** Which of a channel's messages a URL asks for. */
type Filter = { by: "people" } | { by: "webhook"; webhookId: string };

/** Every URL of the product, in one place. Ids are decimal strings. */
export const paths = {
  home: "/",
  setup: "/setup",
  login: "/login",
  invite: (code: string) => `/invite/${code}`,
  browse: "/channels",
  channel: (channelId: string) => `/channels/${channelId}`,
  message: (channelId: string, seq: number) => `/channels/${channelId}?message=${seq}`,
  filtered: (channelId: string, filter: Filter | null) => `/channels/${channelId}${query("?", filter)}`,
  /** The channel with the thread of a message beside it. */
  thread: (channelId: string, rootId: string) => `/channels/${channelId}?thread=${rootId}`,
  /** The same, at a reply. */
  reply: (channelId: string, root: { rootId: bigint; rootSeq: bigint }, seq: number) =>
    `/channels/${channelId}?message=${root.rootSeq}&thread=${root.rootId}&reply=${seq}`,
  threads: "/threads",
  notices: "/notices",
  threadsAfter: (rootId: string) => `/threads?after=${rootId}`,
  settings: (channelId: string, tab: "overview" | "members" | "webhooks") => `/channels/${channelId}/settings/${tab}`,
  /** The Webhooks tab at one of its webhooks. */
  webhookSettings: (channelId: string, webhookId: string) =>
    `/channels/${channelId}/settings/webhooks#webhook-${webhookId}`,
  /** The Webhooks tab with the form for a new one. */
  newWebhook: (channelId: string) => `/channels/${channelId}/settings/webhooks?new`,
  /** Search in all messages; the page without a query explains it. */
  search: (q: string) => (q === "" ? "/search" : `/search?q=${encodeURIComponent(q.toWellFormed())}`),
  account: "/account",
  people: "/people",
  webhookLog: (channelId: string, webhookId: string) => `/channels/${channelId}/settings/webhooks/${webhookId}`,
  allWebhooks: "/workspace/webhooks",
  auditLog: "/workspace/audit-log",
  files: "/workspace/files",
  webhookDocs: "/docs/webhooks",
  embedBuilder: "/docs/webhooks/embed-builder",
  openapi: "/openapi.json",
  webhook: (webhookId: string, token: string) => `/webhooks/incoming/${webhookId}/${token}`,
  api: {
    /** `rev` null: only what changes from now on. */
    events: (channelId: string | null, rev: number | null) =>
      channelId ? `/api/events?channel=${channelId}${rev === null ? "" : `&rev=${rev}`}` : "/api/events",
    messages: (channelId: string, filter?: Filter | null) => `/api/channels/${channelId}/messages${query("?", filter)}`,
    message: (channelId: string, messageId: string) => `/api/channels/${channelId}/messages/${messageId}`,
    reaction: (channelId: string, messageId: string, emoji: string) =>
      `/api/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`,
    pin: (channelId: string, messageId: string) => `/api/channels/${channelId}/messages/${messageId}/pin`,
    edits: (channelId: string, messageId: string) => `/api/channels/${channelId}/messages/${messageId}/edits`,
    thread: (channelId: string, rootId: string) => `/api/channels/${channelId}/threads/${rootId}`,
    threadBefore: (channelId: string, rootId: string, seq: number) =>
      `/api/channels/${channelId}/threads/${rootId}?before=${seq}`,
    threadRead: (channelId: string, rootId: string) => `/api/channels/${channelId}/threads/${rootId}/read`,
    threadFollow: (channelId: string, rootId: string) => `/api/channels/${channelId}/threads/${rootId}/follow`,
    mentionable: (channelId: string, search: string) =>
      `/api/channels/${channelId}/people?q=${encodeURIComponent(search.toWellFormed())}`,
    pins: (channelId: string) => `/api/channels/${channelId}/pins`,
    messagesBefore: (channelId: string, seq: number, filter?: Filter | null) =>
      `/api/channels/${channelId}/messages?before=${seq}${query("&", filter)}`,
    messagesAfter: (channelId: string, seq: number, filter?: Filter | null) =>
      `/api/channels/${channelId}/messages?after=${seq}${query("&", filter)}`,
    messagesAround: (channelId: string, seq: number, filter?: Filter | null) =>
      `/api/channels/${channelId}/messages?around=${seq}${query("&", filter)}`,
    attachment: (attachmentId: string, name: string) =>
      `/api/attachments/${attachmentId}/${encodeURIComponent(name.toWellFormed())}`,
    /** An attached image as readers are shown it, in one of the sizes that there are. */
    shownAttachment: (attachmentId: string, name: string, size: string) =>
      `/api/attachments/${attachmentId}/${encodeURIComponent(name.toWellFormed())}?size=${size}`,
    /** Signs the addresses of pictures that somebody is about to use. */
    images: "/api/images",
    /** A picture from elsewhere, by way of this install. */
    image: (signature: string, encodedUrl: string) => `/api/images/${signature}/${encodedUrl}`,
    deliveries: (channelId: string, webhookId: string, failures: number) =>
      `/api/channels/${channelId}/webhooks/${webhookId}/deliveries?failures=${failures}`,
    channelWebhooks: (channelId: string) => `/api/channels/${channelId}/webhooks`,
    muteWebhook: (channelId: string, webhookId: string) => `/api/channels/${channelId}/webhooks/${webhookId}/mute`,
    notifications: (channelId: string) => `/api/channels/${channelId}/notifications`,
    /** `since`: of each channel in question, up to which `seq` its messages are known. */
    notificationsSince: (since: readonly { channelId: string; seq: number }[]) =>
      `/api/notifications?since=${since.map(({ channelId, seq }) => `${channelId}:${seq}`).join(",")}`,
    read: (channelId: string) => `/api/channels/${channelId}/read`,
    unread: (channelId: string) => `/api/channels/${channelId}/unread`,
    allRead: "/api/channels/read",
    sidebar: "/api/channels",
    palette: "/api/palette",
    people: (q: string) => `/api/people?q=${encodeURIComponent(q.toWellFormed())}`,
    /** `before` is the id of the last message that one has. */
    search: (q: string, limit: number, before: string | null = null) =>
      `/api/search?q=${encodeURIComponent(q.toWellFormed())}&limit=${limit}${before === null ? "" : `&before=${before}`}`,
    direct: "/api/direct",
    auditLog: "/api/audit-log",
  },
} as const;

function query(separator: "?" | "&", filter: Filter | null = null): string {
  if (filter === null) return "";
  return `${separator}${filter.by === "people" ? "show=people" : `webhook=${filter.webhookId}`}`;
}
