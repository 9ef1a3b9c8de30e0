/** Which of a channel's messages a URL asks for. */
type Filter = { by: "people" } | { by: "webhook"; webhookId: string };

/** Whether a path is that of `href`, or one below it. */
export function isWithin(pathname: string, href: string): boolean {
  return `${pathname}/`.startsWith(`${href}/`);
}

/** Every URL of the product, in one place. Ids are decimal strings. */
export const paths = {
  home: "/",
  setup: "/setup",
  login: "/login",
  /** Where a login at the provider of single sign-on becomes an account's, by its password. */
  linkLogin: "/login/link",
  secondStep: "/login/second-step",
  setUpTwoStep: "/two-step",
  invite: (code: string) => `/invite/${code}`,
  forgotPassword: "/forgot-password",
  /** The token stands behind the #, so that no browser sends it anywhere by itself, and no server or proxy can log it. */
  resetPassword: (token: string) => `/reset-password#${token}`,
  /** Where one says that one wants no more mails of what one has missed; `api.stopMail` for mail programs. */
  stopMail: (code: string) => `/stop-mail/${code}`,
  browse: "/channels",
  channel: (channelId: string) => `/channels/${channelId}`,
  message: (channelId: string, seq: number) => `/channels/${channelId}?message=${seq}`,
  filtered: (channelId: string, filter: Filter | null) => `/channels/${channelId}${query("?", filter)}`,
  /** The channel with the thread of a message beside it. */
  thread: (channelId: string, rootId: string) => `/channels/${channelId}?thread=${rootId}`,
  /** The channel with its details beside it. */
  details: (channelId: string, tab: string) => `/channels/${channelId}?details=${tab}`,
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
  accountNotifications: "/account/notifications",
  people: "/people",
  /** Where a person stands among all, for who has no scripts. */
  person: (userId: string) => `/people#person-${userId}`,
  webhookLog: (channelId: string, webhookId: string) => `/channels/${channelId}/settings/webhooks/${webhookId}`,
  allWebhooks: "/workspace/webhooks",
  auditLog: "/workspace/audit-log",
  files: "/workspace/files",
  security: "/workspace/security",
  webhookDocs: "/docs/webhooks",
  embedBuilder: "/docs/webhooks/embed-builder",
  openapi: "/openapi.json",
  /** What is shown in place of every page while there is no network. */
  offline: "/offline",
  webhook: (webhookId: string, token: string) => `/webhooks/incoming/${webhookId}/${token}`,
  api: {
    /** `rev` null: only what changes from now on. `page` is who asks, by the name it gives itself. */
    events: (channelId: string | null, rev: number | null, page: { tab: string; away: boolean }) => {
      const channel = channelId ? `channel=${channelId}${rev === null ? "" : `&rev=${rev}`}&` : "";
      return `/api/events?${channel}tab=${page.tab}${page.away ? "&away=1" : ""}`;
    },
    presence: (page: { tab: string; away: boolean }) => `/api/presence?tab=${page.tab}&away=${page.away ? 1 : 0}`,
    /** In the channel itself, or to the thread of a message. */
    typing: (channelId: string, threadId: string | null) =>
      `/api/channels/${channelId}/typing${threadId ? `?thread=${threadId}` : ""}`,
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
    members: (channelId: string) => `/api/channels/${channelId}/members`,
    /** `before` is the id of the last file that one has. */
    files: (channelId: string, before: string | null) =>
      `/api/channels/${channelId}/files${before === null ? "" : `?before=${before}`}`,
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
    /** Signs the addresses of images that somebody is about to use. */
    images: "/api/images",
    /** An image from elsewhere, by way of this install. */
    image: (signature: string, encodedUrl: string) => `/api/images/${signature}/${encodedUrl}`,
    /** Where avatars are uploaded that are to be shown beside a name. */
    avatars: "/api/pictures",
    avatar: (hash: string) => `/api/pictures/${hash}`,
    deliveries: (channelId: string, webhookId: string, failures: number) =>
      `/api/channels/${channelId}/webhooks/${webhookId}/deliveries?failures=${failures}`,
    channelWebhooks: (channelId: string) => `/api/channels/${channelId}/webhooks`,
    muteWebhook: (channelId: string, webhookId: string) => `/api/channels/${channelId}/webhooks/${webhookId}/mute`,
    notifications: (channelId: string) => `/api/channels/${channelId}/notifications`,
    /** `since`: of each channel in question, up to which `seq` its messages are known, and up to which matches of keywords are. */
    notificationsSince: (since: readonly { channelId: string; seq: number; matchSeq: number }[]) =>
      `/api/notifications?since=${since.map(({ channelId, seq, matchSeq }) => `${channelId}:${seq}:${matchSeq}`).join(",")}`,
    pause: "/api/account/pause",
    pushSubscriptions: "/api/push/subscriptions",
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
    profile: (userId: string) => `/api/people/${userId}/profile`,
    mutePerson: (userId: string) => `/api/people/${userId}/mute`,
    statuses: "/api/people/statuses",
    status: "/api/status",
    auditLog: "/api/audit-log",
    /** next-auth's token against forgery, and where single sign-on begins and comes back to. */
    csrf: "/api/auth/csrf",
    ssoStart: "/api/auth/signin/oidc",
    ssoCallback: "/api/auth/callback/oidc",
    stopMail: (code: string) => `/api/stop-mail/${code}`,
    identities: "/api/identities",
  },
} as const;

function query(separator: "?" | "&", filter: Filter | null = null): string {
  if (filter === null) return "";
  return `${separator}${filter.by === "people" ? "show=people" : `webhook=${filter.webhookId}`}`;
}

/** The path with these query parameters; what is empty is left out. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  const text = new URLSearchParams(given).toString();
  return text ? `${path}?${text}` : path;
}
