/** Which of a channel's messages a URL shows. */
type Filter = { by: "people" } | { by: "webhook"; webhookId: string };

/** Whether a path is `href` or below it. */
export function isWithin(pathname: string, href: string): boolean {
  return `${pathname}/`.startsWith(`${href}/`);
}

/** The end of a path in a channel's API, such as `/pins`, as a function of the channel. */
const ofChannel = (end: string) => (channelId: string) => `/api/channels/${channelId}${end}`;

const ofMessage = (end: string) => (channelId: string, messageId: string) =>
  `/api/channels/${channelId}/messages/${messageId}${end}`;

/** Returns a text as a URL's part. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every URL of the product. Ids are decimal strings. */
export const paths = {
  home: "/",
  login: "/login",
  browse: "/channels",
  channel: (channelId: string) => `/channels/${channelId}`,
  message: (channelId: string, seq: number) => `/channels/${channelId}?message=${seq}`,
  filtered: (channelId: string, filter: Filter | null) => `/channels/${channelId}${query("?", filter)}`,
  /** The channel with a message's thread open. */
  thread: (channelId: string, rootId: string) => `/channels/${channelId}?thread=${rootId}`,
  /** The channel with its details open. */
  details: (channelId: string, tab: string) => `/channels/${channelId}?details=${tab}`,
  drafts: "/drafts",
  scheduled: "/drafts/scheduled",
  incidents: "/incidents",
  incidentHistory: "/incidents/history",
  /** What the user saved: what is open, or what is done. */
  later: (show = "open") => (show === "open" ? "/later" : `/later?show=${show}`),
  /** The inbox, or one of its views: "mentions", "threads", "reactions" or "notices". */
  inbox: (show = "all") => (show === "all" ? "/inbox" : `/inbox?show=${show}`),
  settings: (channelId: string, tab: "overview" | "members" | "webhooks") => `/channels/${channelId}/settings/${tab}`,
  /** The Webhooks tab at one webhook. */
  webhookSettings: (channelId: string, webhookId: string) =>
    `/channels/${channelId}/settings/webhooks#webhook-${webhookId}`,
  /** Search in all messages. Without a query, the page explains how to search. */
  search: (q: string, sort: "time" | "relevance" = "time") =>
    q === "" ? "/search" : `/search?q=${encoded(q)}${sort === "time" ? "" : "&sort=relevance"}`,
  account: "/account",
  people: "/people",
  /** A person in the list of people, for browsers without JavaScript. */
  person: (userId: string) => `/people#person-${userId}`,
  /** The files of all channels. */
  allFiles: "/files",
  /** One file with all tools' logos as symbols. */
  senderMarks: "/sender-marks.svg",
  senderMark: (mark: string) => `/sender-marks/${mark}.svg`,
  /** The page shown instead of any other while offline. */
  offline: "/offline",
  api: {
    /** With `rev` null, only future changes. `page` is the page that asks, by the name it has given itself. */
    events: (channelId: string | null, rev: number | null, page: { tab: string; away: boolean }) => {
      const channel = channelId ? `channel=${channelId}${rev === null ? "" : `&rev=${rev}`}&` : "";
      return `/api/events?${channel}tab=${page.tab}${page.away ? "&away=1" : ""}`;
    },
    presence: (page: { tab: string; away: boolean }) => `/api/presence?tab=${page.tab}&away=${page.away ? 1 : 0}`,
    /** In the channel, or in a message's thread. */
    typing: (channelId: string, threadId: string | null) =>
      `/api/channels/${channelId}/typing${threadId ? `?thread=${threadId}` : ""}`,
    messages: (channelId: string, filter?: Filter | null) => `/api/channels/${channelId}/messages${query("?", filter)}`,
    message: ofMessage(""),
    reaction: (channelId: string, messageId: string, emoji: string) =>
      `/api/channels/${channelId}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`,
    pin: ofMessage("/pin"),
    forward: ofMessage("/forward"),
    incident: ofMessage("/incident"),
    notIncident: ofMessage("/not-incident"),
    saved: ofMessage("/later"),
    preview: ofMessage("/preview"),
    thread: (channelId: string, rootId: string) => `/api/channels/${channelId}/threads/${rootId}`,
    mentionable: (channelId: string, search: string) => `/api/channels/${channelId}/people?q=${encoded(search)}`,
    topic: ofChannel("/topic"),
    pins: ofChannel("/pins"),
    members: (channelId: string, query: { q?: string; after?: string } = {}) =>
      withParameters(`/api/channels/${channelId}/members`, query),
    /** `before` is the id of the last file already loaded. */
    allFiles: "/api/files",
    files: (channelId: string, before: string | null) =>
      `/api/channels/${channelId}/files${before === null ? "" : `?before=${before}`}`,
    messagesBeside: (channelId: string, where: "before" | "after" | "around", seq: number, filter?: Filter | null) =>
      `/api/channels/${channelId}/messages?${where}=${seq}${query("&", filter)}`,
    attachment: (attachmentId: string, name: string) => `/api/attachments/${attachmentId}/${encoded(name)}`,
    /** Signs the URLs of images before they're used. */
    images: "/api/images",
    /** An image from another site, loaded through this install. */
    image: (signature: string, encodedUrl: string) => `/api/images/${signature}/${encodedUrl}`,
    /** Where avatars are uploaded. */
    avatars: "/api/pictures",
    avatar: (hash: string) => `/api/pictures/${hash}`,
    /** The custom emoji, and where they're uploaded. */
    emoji: "/api/emoji",
    emojiImage: (emojiId: string) => `/api/emoji/${emojiId}`,
    /** The workspace's logo, also for people who aren't signed in. */
    logo: (hash: string) => `/api/logo/${hash}`,
    channelWebhooks: ofChannel("/webhooks"),
    notifications: ofChannel("/notifications"),
    /** `since` lists, for each channel, the `seq` up to which its messages and its keyword matches are known. */
    notificationsSince: (since: readonly { channelId: string; seq: number; matchSeq: number }[]) =>
      `/api/notifications?since=${since.map(({ channelId, seq, matchSeq }) => `${channelId}:${seq}:${matchSeq}`).join(",")}`,
    pause: "/api/account/pause",
    pushSubscriptions: "/api/push/subscriptions",
    read: ofChannel("/read"),
    unread: ofChannel("/unread"),
    allRead: "/api/channels/read",
    sidebar: "/api/channels",
    sections: "/api/channels/sections",
    placement: ofChannel("/placement"),
    /** A page of a view of the inbox; `after` is the cursor of the page before. */
    inbox: (show: string, after: string | null = null) =>
      `/api/inbox?show=${show}${after === null ? "" : `&after=${encodeURIComponent(after)}`}`,
    incidents: "/api/incidents",
    incidentHistory: "/api/incidents/history",
    /** A page of what the user saved; `after` is the ID of the last item before it. */
    later: (show: string, after: string | null = null) =>
      `/api/later?show=${show}${after === null ? "" : `&after=${after}`}`,
    reminders: "/api/later",
    laterItem: (id: string) => `/api/later/${id}`,
    drafts: "/api/drafts",
    draft: (conversationId: string) => `/api/drafts/${conversationId}`,
    scheduled: "/api/scheduled",
    inboxRead: "/api/inbox/read",
    inboxSeen: "/api/inbox/seen",
    palette: "/api/palette",
    people: (q: string) => `/api/people?q=${encoded(q)}`,
    savedSearches: "/api/search/saved",
    direct: "/api/direct",
    profile: (userId: string) => `/api/people/${userId}/profile`,
    group: (groupId: string) => `/api/groups/${groupId}`,
    mutePerson: (userId: string) => `/api/people/${userId}/mute`,
    statuses: "/api/people/statuses",
    status: "/api/status",
  },
} as const;

function query(separator: "?" | "&", filter: Filter | null = null): string {
  if (filter === null) return "";
  return `${separator}${filter.by === "people" ? "show=people" : `webhook=${filter.webhookId}`}`;
}

/** Adds query parameters to the path, without empty ones. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  const text = new URLSearchParams(given).toString();
  return text ? `${path}?${text}` : path;
}
