/** Every URL of the product, in one place. Ids are decimal strings. */
export const paths = {
  home: "/",
  setup: "/setup",
  login: "/login",
  invite: (code: string) => `/invite/${code}`,
  browse: "/channels",
  channel: (channelId: string) => `/channels/${channelId}`,
  message: (channelId: string, seq: number) => `/channels/${channelId}?message=${seq}`,
  settings: (channelId: string, tab: "overview" | "members" | "webhooks") => `/channels/${channelId}/settings/${tab}`,
  /** The Webhooks tab with the form for a new one. */
  newWebhook: (channelId: string) => `/channels/${channelId}/settings/webhooks?new`,
  account: "/account",
  people: "/people",
  webhookLog: (channelId: string, webhookId: string) => `/channels/${channelId}/settings/webhooks/${webhookId}`,
  allWebhooks: "/workspace/webhooks",
  auditLog: "/workspace/audit-log",
  webhookDocs: "/docs/webhooks",
  embedBuilder: "/docs/webhooks/embed-builder",
  openapi: "/openapi.json",
  webhook: (webhookId: string, token: string) => `/webhooks/incoming/${webhookId}/${token}`,
  api: {
    /** `rev` null: only what changes from now on. */
    events: (channelId: string | null, rev: number | null) =>
      channelId ? `/api/events?channel=${channelId}${rev === null ? "" : `&rev=${rev}`}` : "/api/events",
    messages: (channelId: string) => `/api/channels/${channelId}/messages`,
    message: (channelId: string, messageId: string) => `/api/channels/${channelId}/messages/${messageId}`,
    reaction: (channelId: string, messageId: string, emoji: string) =>
      `/api/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`,
    pin: (channelId: string, messageId: string) => `/api/channels/${channelId}/messages/${messageId}/pin`,
    edits: (channelId: string, messageId: string) => `/api/channels/${channelId}/messages/${messageId}/edits`,
    mentionable: (channelId: string, search: string) =>
      `/api/channels/${channelId}/people?q=${encodeURIComponent(search.toWellFormed())}`,
    pins: (channelId: string) => `/api/channels/${channelId}/pins`,
    messagesBefore: (channelId: string, seq: number) => `/api/channels/${channelId}/messages?before=${seq}`,
    messagesAfter: (channelId: string, seq: number) => `/api/channels/${channelId}/messages?after=${seq}`,
    messagesAround: (channelId: string, seq: number) => `/api/channels/${channelId}/messages?around=${seq}`,
    attachment: (attachmentId: string, name: string) =>
      `/api/attachments/${attachmentId}/${encodeURIComponent(name.toWellFormed())}`,
    deliveries: (channelId: string, webhookId: string) => `/api/channels/${channelId}/webhooks/${webhookId}/deliveries`,
    read: (channelId: string) => `/api/channels/${channelId}/read`,
    unread: (channelId: string) => `/api/channels/${channelId}/unread`,
    allRead: "/api/channels/read",
    sidebar: "/api/channels",
    palette: "/api/palette",
  },
} as const;
