import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { emptyCard, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import type { Role, RoleRelation, Scene, State } from "./world";

/** "sign in" is a 401 or the sign-in page, "hidden" is what a missing thing gets too, "refused" is any other refusal. */
export type AccessOutcome = "allowed" | "refused" | "hidden" | "sign in";

/** The outcome for each relation to the channel. Everything but `PUBLIC` asks signed-out visitors to sign in. */
type Rule = Record<RoleRelation, AccessOutcome>;

const SIGN_IN = { "signed out": "sign in" } as const;

const READS: Rule = { ...SIGN_IN, outside: "hidden", visitor: "allowed", member: "allowed", manager: "allowed" };
const WRITES: Rule = { ...READS, visitor: "refused" };
const JOINED: Rule = { ...READS, visitor: "hidden" };
const MANAGES: Rule = { ...JOINED, member: "refused" };
/** Own data or the workspace's: everyone with an account, whatever their relation to the channel. */
const ANYONE: Rule = { ...SIGN_IN, outside: "allowed", visitor: "allowed", member: "allowed", manager: "allowed" };
const NO_ONE: Rule = { ...SIGN_IN, outside: "refused", visitor: "refused", member: "refused", manager: "refused" };
const PUBLIC: Rule = { ...ANYONE, "signed out": "allowed" };
const NOTHING_HERE: Rule = {
  "signed out": "hidden",
  outside: "hidden",
  visitor: "hidden",
  member: "hidden",
  manager: "hidden",
};

/** Another person's own thing. */
const NOT_THEIRS: Rule = { ...NOTHING_HERE, ...SIGN_IN };

const ALL_SIGN_IN: Rule = {
  ...SIGN_IN,
  outside: "sign in",
  visitor: "sign in",
  member: "sign in",
  manager: "sign in",
};

const ADMINS_ONLY = { outsider: "hidden", member: "hidden", manager: "hidden", left: "hidden" } as const;
const ADMINS_ACT = { outsider: "refused", member: "refused", manager: "refused", left: "refused" } as const;

const OWNERS_ACT = { ...ADMINS_ACT, admin: "refused" } as const;

type More = {
  /** The part of the channel: its webhook, that webhook's message or delivery, or a person's message. */
  of?: "webhook" | "message" | "delivery" | "written";
  /** What a plain member gets if only managers may manage the channel's webhooks. Without it, that state isn't tested. */
  leftToManagers?: AccessOutcome;
  /** What everyone who'd otherwise be allowed gets in an archived channel. */
  archived?: AccessOutcome;
  /** States that aren't tested, because the ids mean something else there. */
  notIn?: State[];
  /** Roles that get something else, whatever their relation to the channel. */
  but?: Partial<Record<Role, AccessOutcome>>;
  /** Owners and admins also see channels that they aren't in, as in the audit log and the list of all webhooks. */
  tellsAdmins?: true;
  /** Why allowed requests aren't tested. */
  untried?: string;
};

export type Entry = More & {
  /** As in the build: "GET /api/channels/[channelId]/pins" or "setArchived of (chat)/channels/[channelId]/settings". */
  name: string;
  who: Rule;
  /** Reading requests share a scene. Requests that change something get a new one each. */
  reads: boolean;
  asked: { method: string; query?: string; json?: Json; form?: Form } | { action: Json };
};

type Json = (scene: Scene) => unknown;

/** The fields of a form that's sent with a file. Who may send it is tested only while its second half is held back. */
type Form = (scene: Scene) => Record<string, string>;

function get(pattern: string, who: Rule, { query = "", ...more }: More & { query?: string } = {}): Entry {
  return { name: `GET ${pattern}`, who, reads: true, asked: { method: "GET", query }, ...more };
}

function page(pattern: string, who: Rule, more: More & { query?: string } = {}): Entry {
  return { ...get(pattern, who, more), name: `page ${pattern}` };
}

function send(
  method: string,
  pattern: string,
  who: Rule,
  json: Json | null = null,
  { query = "", form, ...more }: More & { query?: string; form?: Form } = {},
): Entry {
  const asked = { method, query, ...(json && { json }), ...(form && { form }) };
  return { name: `${method} ${pattern}`, who, reads: false, asked, ...more };
}

function act(folder: string, name: string, who: Rule, action: Json, more: More & { reads?: true } = {}): Entry {
  return { name: `${name} of ${folder}`, who, reads: false, asked: { action }, ...more };
}

const channel = ({ channelId }: Scene) => ({ channelId: `${channelId}` });
const webhook = (scene: Scene) => ({ ...channel(scene), webhookId: `${scene.webhookId}` });
const person = (scene: Scene) => ({ ...channel(scene), userId: `${scene.userId}` });
const delivery = (scene: Scene) => ({ ...webhook(scene), deliveryId: `${scene.deliveryId}` });
const rule = (scene: Scene) => ({ ...webhook(scene), ruleId: `${scene.ruleId}` });
const nothing = () => ({});

/** For webhooks: the channel's members manage them, unless only its managers may. */
const HOOK = { of: "webhook", leftToManagers: "refused" } as const;

// Without the token, which no role has, a webhook looks as if it didn't exist.
const TOKEN_ONLY = NOTHING_HERE;

const CHANNEL = "/api/channels/[channelId]";
const MESSAGE = `${CHANNEL}/messages/[messageId]`;
const THREAD = `${CHANNEL}/threads/[rootId]`;
const WEBHOOK = `${CHANNEL}/webhooks/[webhookId]`;
const SETTINGS = "(chat)/channels/[channelId]/settings";
const HOOKS = `${SETTINGS}/webhooks`;
const RULES = `${HOOKS}/[webhookId]/rules`;

/** A message that's sent later. */
const LATER = { content: "hello", nonce: "said-later", sendAt: new Date(Date.now() + 3_600_000).toISOString() };

/** A webhook's own card. */
const CARD = JSON.stringify({
  name: "CI",
  cards: [{ ...emptyCard("card"), subject: plainTemplate("Hello") }],
});
const RULE = {
  conditions: [{ on: "fact", fact: "event", test: "is", text: "push" }],
  action: { do: "skip" },
  continues: false,
};
const CARD_FILE = "name: CI\nevent: card\nevents: { card: { subject: Hello } }\n";

/** Every route handler and method, page and server action of a build, with what each role gets. */
export const TABLE: Entry[] = [
  // A channel's messages
  get(`${CHANNEL}/messages`, READS),
  send("POST", `${CHANNEL}/messages`, WRITES, () => ({ content: "hello", nonce: "said-once" }), {
    archived: "refused",
    form: () => ({ nonce: "with-a-file" }),
  }),
  // The author has left the channel and can't edit the message anymore.
  send("PATCH", MESSAGE, { ...WRITES, member: "refused", manager: "refused" }, () => ({ content: "changed" }), {
    of: "written",
  }),
  send("DELETE", MESSAGE, { ...WRITES, member: "refused" }, null, { of: "message", archived: "refused" }),
  // The message has no preview, so nothing changes.
  send("DELETE", `${MESSAGE}/preview`, { ...WRITES, member: "refused" }, null, { of: "message", archived: "refused" }),
  get(`${MESSAGE}/edits`, { ...READS, visitor: "refused", member: "refused" }, { of: "written" }),
  send("POST", `${MESSAGE}/forward`, WRITES, ({ channelId }) => ({ to: `${channelId}`, nonce: "forwarded" }), {
    of: "message",
    archived: "refused",
  }),
  send("PUT", `${MESSAGE}/later`, READS, () => ({}), { of: "message" }),
  send("DELETE", `${MESSAGE}/later`, READS, null, { of: "message" }),
  send("PATCH", `${MESSAGE}/incident`, WRITES, () => ({ act: "acknowledge" }), {
    of: "message",
    archived: "refused",
    untried: "The message has no incident.",
  }),
  send("PUT", `${MESSAGE}/not-incident`, JOINED, null, {
    of: "message",
    leftToManagers: "refused",
    untried: "The message has no card.",
  }),
  send("DELETE", `${MESSAGE}/not-incident`, JOINED, null, {
    of: "message",
    leftToManagers: "refused",
    untried: "The message has no card.",
  }),
  send("PUT", `${MESSAGE}/pin`, WRITES, null, { of: "message", archived: "refused" }),
  send("DELETE", `${MESSAGE}/pin`, WRITES, null, { of: "message", archived: "refused" }),
  send("PUT", `${MESSAGE}/reactions/[emoji]`, WRITES, null, { of: "message", archived: "refused" }),
  send("DELETE", `${MESSAGE}/reactions/[emoji]`, WRITES, null, { of: "message", archived: "refused" }),
  get(`${CHANNEL}/pins`, READS),
  get(`${CHANNEL}/files`, READS),
  get(THREAD, READS, { of: "message" }),
  send("PUT", `${THREAD}/follow`, WRITES, null, { of: "message" }),
  send("DELETE", `${THREAD}/follow`, WRITES, null, { of: "message" }),
  send("POST", `${THREAD}/read`, JOINED, () => ({ seq: 1 }), { notIn: ["moved here", "deleted"] }),
  get("/api/attachments/[attachmentId]/[name]", READS, { of: "message", notIn: ["moved here"] }),
  page("/(chat)/channels/[channelId]", READS),

  // A channel
  get(`${CHANNEL}/people`, READS),
  get(`${CHANNEL}/members`, READS),
  send("PUT", `${CHANNEL}/notifications`, WRITES, () => ({ notifications: "all" })),
  send("PUT", `${CHANNEL}/placement`, JOINED, () => ({ starred: true })),
  send("POST", `${CHANNEL}/read`, JOINED, () => ({ seq: 1 })),
  send("POST", `${CHANNEL}/unread`, JOINED, () => ({ seq: 1 })),
  get("/api/events", READS, { query: "channel" }),
  send("POST", `${CHANNEL}/typing`, WRITES, null, { archived: "refused" }),
  page("/(chat)/channels/[channelId]/settings", JOINED),
  page("/(chat)/channels/[channelId]/settings/overview", JOINED),
  page("/(chat)/channels/[channelId]/settings/members", JOINED),
  act(SETTINGS, "updateChannel", MANAGES, (scene) => ({ ...channel(scene), name: `renamed-${scene.channelId}` })),
  act(SETTINGS, "setArchived", MANAGES, (scene) => ({ ...channel(scene), archived: scene.state !== "archived" })),
  act(SETTINGS, "setVisibility", MANAGES, (scene) => ({ ...channel(scene), visibility: "private" })),
  // Only for owners, and this one is in no scene's channels.
  act(
    SETTINGS,
    "previewRetention",
    { ...JOINED, member: "refused", manager: "refused" },
    (scene) => ({ ...channel(scene), days: 30 }),
    {
      reads: true,
    },
  ),
  act(SETTINGS, "previewDeletion", { ...JOINED, member: "refused", manager: "refused" }, channel, { reads: true }),
  act(SETTINGS, "deleteChannel", { ...JOINED, member: "refused", manager: "refused" }, (scene) => ({
    ...channel(scene),
    name: "any",
  })),
  // The last manager can't leave.
  act(SETTINGS, "leaveChannel", { ...JOINED, manager: "refused" }, channel),
  act(SETTINGS, "loadMembers", JOINED, channel, { reads: true }),
  act(SETTINGS, "findOutside", JOINED, channel, { reads: true }),
  act(SETTINGS, "addMember", JOINED, (scene) => ({ ...channel(scene), userId: `${scene.userId}` })),
  act(SETTINGS, "removeMember", MANAGES, person),
  act(SETTINGS, "setMemberRole", MANAGES, (scene) => ({ ...person(scene), role: "manager" })),
  // No scene has a direct message.
  act("(chat)/actions", "makeChannel", { ...JOINED, member: "refused", manager: "refused" }, (scene) => ({
    ...channel(scene),
    name: "any",
    private: true,
  })),
  act("(chat)/actions", "joinChannel", READS, channel, { archived: "refused" }),

  // Its webhooks
  get(`${CHANNEL}/webhooks`, READS),
  get(`${WEBHOOK}/deliveries`, JOINED, HOOK),
  get(`${WEBHOOK}/payloads/[messageId]`, JOINED, { ...HOOK, notIn: ["moved here"] }),
  send("PUT", `${WEBHOOK}/mute`, READS),
  send("DELETE", `${WEBHOOK}/mute`, READS),
  page("/(chat)/channels/[channelId]/settings/webhooks", JOINED),
  page("/(chat)/channels/[channelId]/settings/webhooks/[webhookId]", JOINED, {
    of: "webhook",
    leftToManagers: "hidden",
  }),
  page("/(chat)/channels/[channelId]/settings/webhooks/[webhookId]/payload/[messageId]", JOINED, {
    of: "webhook",
    leftToManagers: "hidden",
    notIn: ["moved here"],
  }),
  page("/(chat)/channels/[channelId]/settings/webhooks/[webhookId]/card", JOINED, {
    of: "webhook",
    leftToManagers: "hidden",
  }),
  page(`/${RULES}`, JOINED, { of: "webhook", leftToManagers: "hidden" }),
  page(`/${RULES}/new`, JOINED, { of: "webhook", leftToManagers: "hidden" }),
  page(`/${RULES}/[ruleId]`, JOINED, { of: "webhook", leftToManagers: "hidden" }),
  act(HOOKS, "createWebhook", JOINED, (scene) => ({ ...channel(scene), name: "New", description: "", avatarUrl: "" }), {
    leftToManagers: "refused",
  }),
  act(
    HOOKS,
    "updateWebhook",
    JOINED,
    (scene) => ({ ...webhook(scene), name: "Other", description: "", avatarUrl: "", expectedEveryHours: "24" }),
    HOOK,
  ),
  act(HOOKS, "regenerateToken", JOINED, webhook, HOOK),
  act(HOOKS, "setSigningSecret", JOINED, (scene) => ({ ...webhook(scene), secret: "a secret of many" }), HOOK),
  act(HOOKS, "removeNotIncident", JOINED, (scene) => ({ ...webhook(scene), kind: "Zabbix · Disk" }), HOOK),
  act(HOOKS, "setWebhookPaused", JOINED, (scene) => ({ ...webhook(scene), paused: true }), HOOK),
  act(HOOKS, "deleteWebhook", JOINED, webhook, HOOK),
  // Moving out of a private channel requires managing both channels.
  act(
    HOOKS,
    "moveWebhook",
    { ...JOINED, member: "refused", manager: "refused" },
    (scene) => ({
      ...webhook(scene),
      toChannelId: `${scene.openChannelId}`,
    }),
    { ...HOOK, notIn: ["moved here"] },
  ),
  act(HOOKS, "sendTestMessage", JOINED, webhook, { ...HOOK, archived: "refused" }),
  act(HOOKS, "openDelivery", JOINED, delivery, { ...HOOK, of: "delivery", reads: true }),
  act(HOOKS, "replayDelivery", JOINED, (scene) => ({ ...delivery(scene), payload: '{"content":"again"}' }), {
    ...HOOK,
    of: "delivery",
    archived: "refused",
  }),
  act(HOOKS, "previewCard", JOINED, (scene) => ({ ...delivery(scene), model: CARD }), {
    ...HOOK,
    of: "delivery",
    reads: true,
  }),
  act(HOOKS, "tryCard", JOINED, (scene) => ({ ...webhook(scene), model: CARD }), { ...HOOK, reads: true }),
  act(HOOKS, "importCard", JOINED, (scene) => ({ ...webhook(scene), yaml: CARD_FILE }), { ...HOOK, reads: true }),
  act(HOOKS, "saveCard", JOINED, (scene) => ({ ...webhook(scene), model: CARD, basedOn: 1 }), HOOK),
  act(HOOKS, "restoreCard", JOINED, (scene) => ({ ...webhook(scene), version: 1 }), HOOK),
  act(HOOKS, "switchCard", JOINED, (scene) => ({ ...webhook(scene), on: false }), HOOK),
  act(RULES, "saveRule", JOINED, (scene) => ({ ...webhook(scene), ruleId: null, fields: RULE }), HOOK),
  act(RULES, "deleteRule", JOINED, rule, HOOK),
  act(RULES, "moveRule", JOINED, (scene) => ({ ...rule(scene), position: 0 }), HOOK),
  act(RULES, "hideEvent", JOINED, (scene) => ({ ...webhook(scene), event: "push" }), HOOK),
  act(RULES, "tryRule", JOINED, (scene) => ({ ...webhook(scene), fields: RULE }), { ...HOOK, reads: true }),
  act(
    "docs/webhooks/embed-builder",
    "sendAsWebhook",
    JOINED,
    (scene) => ({
      ...webhook(scene),
      payload: '{"content":"by hand"}',
    }),
    { ...HOOK, archived: "refused" },
  ),

  // Webhooks' own URLs
  get("/webhooks/incoming/[webhookId]/[token]", TOKEN_ONLY),
  get("/webhooks/[[...rest]]", TOKEN_ONLY),
  get("/api/webhooks/[[...rest]]", TOKEN_ONLY),
  get("/api/[version]/webhooks/[[...rest]]", TOKEN_ONLY),

  // People's own data
  get("/api/channels", ANYONE),
  send("POST", "/api/channels/read", ANYONE),
  send("PUT", "/api/channels/read", ANYONE, (scene) => ({
    positions: [{ ...channel(scene), lastReadSeq: 0 }],
    threads: [{ rootId: `${scene.messageId}`, lastReadSeq: 0 }],
  })),
  send("POST", "/api/channels/sections", ANYONE, () => ({ name: "Team" })),
  send("PATCH", "/api/channels/sections", ANYONE, () => ({ key: "channels", collapsed: true })),
  send("PUT", "/api/channels/sections", ANYONE, () => ({ order: ["direct", "channels"] })),
  // Someone else's section is treated like one that doesn't exist.
  send("DELETE", "/api/channels/sections", { ...NOTHING_HERE, ...SIGN_IN }, () => ({ key: "1" })),
  get("/api/groups/[groupId]", NOT_THEIRS),
  send("POST", `${CHANNEL}/members`, { ...JOINED }, () => ({ people: "<@1>" }), { untried: "There's no such person." }),
  send("PUT", `${CHANNEL}/topic`, MANAGES, () => ({ topic: "x" })),
  get("/api/search/count", ANYONE, { query: "q=canary" }),
  get("/api/search/saved", ANYONE),
  send("POST", "/api/search/saved", ANYONE, () => ({ name: "x", query: "x" })),
  send("PATCH", "/api/search/saved/[id]", NOT_THEIRS, () => ({ name: "x" })),
  send("DELETE", "/api/search/saved/[id]", NOT_THEIRS),
  get("/api/files", ANYONE),
  get("/api/incidents", ANYONE),
  get("/api/incidents/history", ANYONE),
  get("/api/later", ANYONE),
  send("POST", "/api/later", ANYONE, () => ({ text: "x", remindAt: new Date(Date.now() + 60_000).toISOString() })),
  send("PATCH", "/api/later/[id]", NOT_THEIRS, () => ({ done: true })),
  send("DELETE", "/api/later/[id]", NOT_THEIRS),
  get("/api/drafts", ANYONE),
  // The conversation isn't in the path's channel, so everyone is asking for a thread that doesn't exist.
  send("PUT", "/api/drafts/[conversationId]", NOT_THEIRS, (scene) => ({
    ...channel(scene),
    text: "x",
    marks: {},
    at: 1,
  })),
  get("/api/scheduled", ANYONE),
  send("POST", "/api/scheduled", WRITES, (scene) => ({ ...channel(scene), ...LATER }), {
    archived: "refused",
    form: (scene) => ({ ...channel(scene), ...LATER, nonce: "with-a-file" }),
  }),
  send("PATCH", "/api/scheduled/[scheduledId]", NOT_THEIRS, nothing),
  send("DELETE", "/api/scheduled/[scheduledId]", NOT_THEIRS),
  send("POST", "/api/scheduled/[scheduledId]/send", NOT_THEIRS),
  send("POST", "/api/scheduled/[scheduledId]/files", NOT_THEIRS),
  get("/api/scheduled/[scheduledId]/files/[fileId]", NOT_THEIRS),
  send("DELETE", "/api/scheduled/[scheduledId]/files/[fileId]", NOT_THEIRS),
  get("/api/inbox", ANYONE),
  send("POST", "/api/inbox/read", ANYONE),
  send("POST", "/api/inbox/seen", ANYONE, () => ({ reactions: "2026-01-02T00:00:00.000Z", notices: "1" })),
  send("POST", "/api/direct", ANYONE, (scene) => ({ userIds: [`${scene.userId}`] })),
  get("/api/notifications", ANYONE, { query: "since" }),
  send("PUT", "/api/account/pause", ANYONE, () => ({ pause: "30m", timeZone: "UTC" })),
  send("POST", "/api/push/subscriptions", ANYONE, () => ({
    endpoint: `https://push.example/${Math.random()}`,
    keys: BROWSER_KEYS,
  })),
  // Someone else's subscription, which is treated like one that doesn't exist.
  send("PUT", "/api/push/subscriptions", { ...NOTHING_HERE, ...SIGN_IN }, () => ({
    endpoint: "https://push.example/other",
  })),
  get("/api/palette", ANYONE),
  // Someone else's tab is treated like one that doesn't exist.
  send("POST", "/api/presence", ANYONE, null, { query: "tab=abc&away=1" }),
  send("POST", "/api/images", ANYONE, () => ({ urls: ["https://example.com/a.png"] })),
  // Parley only fetches URLs that it has signed.
  get("/api/images/[signature]/[url]", { ...NOTHING_HERE, ...SIGN_IN }),
  // Without a form that has an avatar, everyone is refused. lib/people/avatars tests who may use which avatar.
  send("POST", "/api/pictures", NO_ONE, nothing, { form: () => ({ x: "0", y: "0", side: "1" }) }),
  get("/api/pictures/[hash]", { ...NOTHING_HERE, ...SIGN_IN }),
  get("/api/emoji", ANYONE),
  // Without a form that has an image, everyone is refused. lib/messages/emoji/custom tests who may delete which.
  send("POST", "/api/emoji", NO_ONE, nothing, { form: () => ({ name: "held_back" }) }),
  get("/api/emoji/[emojiId]", { ...NOTHING_HERE, ...SIGN_IN }),
  // Only the workspace's logo, which here doesn't exist.
  get("/api/logo/[hash]", NOTHING_HERE),
  get("/api/people", ANYONE, { query: "q=person" }),
  get("/api/people/statuses", ANYONE),
  get("/api/people/[userId]/profile", ANYONE),
  get("/api/people/[userId]/deletion", ANYONE, { but: OWNERS_ACT }),
  // Without their name, nothing changes.
  send("POST", "/api/people/[userId]/deletion", NO_ONE, () => ({
    messages: "keep",
    files: "keep",
    name: "another name",
    proof: "",
  })),
  send("PUT", "/api/people/[userId]/mute", ANYONE),
  send("DELETE", "/api/people/[userId]/mute", ANYONE),
  send("PUT", "/api/status", ANYONE, () => ({ emoji: "🌴", text: "On holiday", endsAt: null })),
  send("DELETE", "/api/status", ANYONE),
  get("/api/search", ANYONE, { query: "q=canary" }),
  page("/(chat)/account", ANYONE),
  page("/(chat)/account/appearance", ANYONE),
  page("/(chat)/account/notifications", ANYONE),
  page("/(chat)/account/security", ANYONE),
  page("/(chat)/account/devices", ANYONE),
  page("/(chat)/channels", ANYONE),
  page("/(chat)/drafts", ANYONE),
  page("/(chat)/drafts/scheduled", ANYONE),
  page("/(chat)/inbox", ANYONE),
  page("/(chat)/incidents", ANYONE),
  page("/(chat)/incidents/history", ANYONE),
  page("/(chat)/files", ANYONE),
  page("/(chat)/later", ANYONE),
  page("/(chat)/people", ANYONE),
  page("/(chat)/search", ANYONE, { query: "q=canary" }),
  page("/(chat)/workspace/webhooks", ANYONE, { tellsAdmins: true }),
  page("/(chat)/workspace/(settings)/files", ANYONE, { but: ADMINS_ONLY, tellsAdmins: true }),
  page("/(chat)/workspace/audit-log", ANYONE, { but: ADMINS_ONLY, tellsAdmins: true }),
  get("/api/audit-log", ANYONE, { but: ADMINS_ONLY, tellsAdmins: true }),
  act("(chat)/workspace/audit-log", "loadMoreEntries", ANYONE, nothing, {
    but: ADMINS_ONLY,
    tellsAdmins: true,
    reads: true,
  }),
  act("(chat)/workspace/webhooks", "loadMoreWebhooks", ANYONE, nothing, { tellsAdmins: true, reads: true }),
  act("(chat)/channels", "loadMoreChannels", ANYONE, nothing, { reads: true }),
  act("(chat)/people", "loadMorePeople", ANYONE, nothing, { reads: true }),
  act("(chat)/account", "updateProfile", ANYONE, () => ({ name: "Person", avatarUrl: "" })),
  act("(chat)/account/notifications", "saveNotificationPreferences", ANYONE, () => ({
    keywords: "deploy",
    newChannels: "all",
  })),
  act("(chat)/account", "setAvatar", ANYONE, () => ({ picture: null })),
  act("(chat)/account", "setShowsLocalTime", ANYONE, () => ({ shows: false })),
  act("(chat)/account", "setShowsPresence", ANYONE, () => ({ shows: true })),
  act("(chat)/account", "changePassword", NO_ONE, () => ({
    currentPassword: "wrong",
    newPassword: "long enough for all",
    keepPasskeys: [],
  })),
  // All roles have a password.
  act("(chat)/account", "setPassword", NO_ONE, () => ({ newPassword: "long enough for all" })),
  act("(chat)/account", "unlinkLogin", NO_ONE, nothing),
  page("/(chat)/workspace/(settings)/settings/groups", ANYONE),
  act(
    "(chat)/workspace/(settings)/settings/groups",
    "saveGroup",
    ANYONE,
    () => ({ id: null, handle: `g${Math.random().toString(36).slice(2, 12)}`, description: "", memberIds: [] }),
    { but: { ...ADMINS_ONLY } },
  ),
  act("(chat)/workspace/(settings)/settings/groups", "deleteGroup", NOT_THEIRS, () => ({ id: "1" })),
  page("/(chat)/workspace/(settings)/settings/emoji", ANYONE),
  act("(chat)/workspace/(settings)/settings/emoji", "deleteEmoji", NOT_THEIRS, () => ({ id: "1" })),
  act("(chat)/incidents", "saveCountsIncidents", ANYONE, () => ({ on: true })),
  act("(chat)/account/notifications", "setDigest", ANYONE, () => ({ on: true })),
  act("(chat)/account", "signOutOthers", ANYONE, nothing),
  // Someone else's session is treated like one that doesn't exist.
  act("(chat)/account", "signOutDevice", { ...NOTHING_HERE, ...SIGN_IN }, ({ sessionId }) => ({
    sessionId: `${sessionId}`,
  })),
  // Redirects to the account page unless the workspace requires two-step sign-in.
  page("/(auth)/two-step", ANYONE),
  act("(auth)/two-step", "beginApp", ANYONE, nothing),
  act("(auth)/two-step", "confirmApp", NO_ONE, () => ({ ticket: "forged", code: "123456" })),
  act("(auth)/two-step", "turnOffApp", NO_ONE, () => ({ proof: "wrong" })),
  act("(auth)/two-step", "makeCodes", NO_ONE, () => ({ proof: "wrong" })),
  act("(auth)/two-step", "beginPasskey", ANYONE, nothing),
  act("(auth)/two-step", "addPasskey", NO_ONE, () => ({
    name: "Mine",
    response: { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "a", attestationObject: "a" } },
  })),
  // Someone else's passkey is treated like one that doesn't exist.
  act("(auth)/two-step", "renamePasskey", { ...NOTHING_HERE, ...SIGN_IN }, () => ({ passkeyId: "1", name: "Mine" })),
  act("(auth)/two-step", "removePasskey", { ...NOTHING_HERE, ...SIGN_IN }, () => ({ passkeyId: "1" })),
  page("/(chat)/workspace/(settings)/settings", ANYONE),
  page("/(chat)/workspace/(settings)/settings/permissions", ANYONE),
  page("/(chat)/workspace/(settings)/settings/retention", ANYONE),
  act("(chat)/workspace/(settings)/settings", "previewWorkspaceRetention", ANYONE, () => ({ days: 30 }), {
    but: OWNERS_ACT,
    reads: true,
  }),
  act("(chat)/workspace/(settings)/settings", "updateWorkspace", ANYONE, () => ({ name: `W ${Math.random()}` }), {
    but: ADMINS_ACT,
  }),
  act("(chat)/workspace/(settings)/settings", "setLogo", ANYONE, () => ({ picture: null }), { but: ADMINS_ACT }),
  page("/(chat)/workspace/(settings)/settings/export", ANYONE, {
    but: { ...ADMINS_ONLY, admin: "hidden" },
    tellsAdmins: true,
  }),
  // No one here has a password to prove who they are.
  act("(chat)/workspace/(settings)/settings/export", "startExport", NO_ONE, (scene) => ({
    kind: "channel",
    id: `${scene.channelId}`,
    direct: false,
    proof: "wrong",
  })),
  // Only with a ticket, which startExport gives to an owner's session.
  get("/api/exports/[ticket]", { ...NOTHING_HERE, ...SIGN_IN }),
  page("/(chat)/workspace/(settings)/security", ANYONE, { but: ADMINS_ONLY }),
  act("(chat)/workspace/(settings)/security", "setTwoStepRequired", ANYONE, () => ({ required: false }), {
    but: ADMINS_ONLY,
  }),
  page("/(chat)/workspace/(settings)/health", ANYONE, { but: ADMINS_ONLY }),
  get("/api/workspace/health", ANYONE, { but: ADMINS_ONLY }),
  // Without a mail server there is nothing to send, but members don't learn that.
  act("(chat)/workspace/(settings)/health", "sendTestMail", NO_ONE, nothing, { but: ADMINS_ONLY }),
  act("(chat)/workspace/(settings)/health", "backUpNow", ANYONE, nothing, {
    but: ADMINS_ONLY,
    untried: "It would write archives of the whole database for each role.",
  }),
  act("(chat)/account/notifications", "saveShowTexts", ANYONE, () => ({ showTexts: false })),
  act("(chat)/account/notifications", "saveQuietHours", ANYONE, () => ({
    from: "22:00",
    to: "07:00",
    days: "12345",
    timeZone: "UTC",
  })),
  act("(chat)/account/notifications", "removeQuietHours", ANYONE, nothing),
  // Someone else's device is treated like one that doesn't exist, and so is one's own while pushes are off.
  act("(chat)/account/notifications", "removePushDevice", { ...NOTHING_HERE, ...SIGN_IN }, ({ deviceId }) => ({
    id: `${deviceId}`,
  })),
  act("(chat)/account/notifications", "sendTestPush", ANYONE, nothing, {
    untried: "it sends a push to another server",
  }),
  act("(chat)/actions", "createChannel", ANYONE, ({ inviteId }) => ({
    name: `made-${inviteId}-${Math.random()}`,
    private: true,
  })),
  act("(chat)/actions", "loadPeople", ANYONE, () => ({ q: "" }), { reads: true }),
  act("(chat)/people", "setActive", ANYONE, ({ userId }) => ({ userId: `${userId}`, active: true }), {
    but: ADMINS_ACT,
  }),
  act("(chat)/people", "setPersonRole", ANYONE, ({ userId }) => ({ userId: `${userId}`, role: "admin" }), {
    but: { ...ADMINS_ACT, admin: "refused" },
  }),
  act("(chat)/people", "signOutEverywhere", ANYONE, ({ userId }) => ({ userId: `${userId}` }), { but: ADMINS_ACT }),
  act("(chat)/people", "resetTwoStep", ANYONE, ({ userId }) => ({ userId: `${userId}` }), { but: ADMINS_ACT }),
  act("(chat)/people", "makeResetLink", ANYONE, ({ userId }) => ({ userId: `${userId}` }), { but: ADMINS_ACT }),
  act("(chat)/actions", "createChannels", ANYONE, ({ inviteId }) => ({
    channels: [{ name: `made-${inviteId}-${Math.random()}`, topic: "" }],
  })),
  act("(chat)/actions", "endFirstDay", ANYONE, nothing),
  act("(chat)/actions", "loadInvites", ANYONE, nothing),
  act("(chat)/actions", "createInvite", ANYONE, nothing),
  // Refused for everyone without a mail server.
  act("(chat)/actions", "mailInvites", NO_ONE, () => ({ addresses: "someone@example.com" })),
  // The invite's creator, owners and admins.
  act("(chat)/actions", "revokeInvite", ANYONE, ({ inviteId }) => ({ inviteId: `${inviteId}` }), {
    but: { outsider: "hidden", member: "hidden", left: "hidden" },
  }),

  // For everyone, signed in or not
  page("/", PUBLIC, { but: { stranger: "sign in", deactivated: "sign in" } }),
  page("/(auth)/login", PUBLIC),
  // Single sign-on is off, so there's no account to link.
  page("/(auth)/login/link", NOTHING_HERE),
  act("(auth)/login", "beginPasskeySignIn", PUBLIC, nothing),
  // Only in a browser in which the right password was just entered.
  page("/(auth)/login/second-step", ALL_SIGN_IN),
  act("(auth)/login", "beginPasskeyStep", { ...NO_ONE, "signed out": "refused" }, nothing),
  send("POST", "/api/identities", NOTHING_HERE, () => ({ password: "long enough for all" })),
  // The workspace already exists.
  page("/(auth)/setup", ALL_SIGN_IN),
  page("/(auth)/invite/[code]", PUBLIC),
  page("/(auth)/forgot-password", PUBLIC),
  page("/(auth)/reset-password", PUBLIC),
  page("/(auth)/stop-mail/[code]", PUBLIC),
  // Redirects to the page with the button, which calls any unknown code incomplete.
  get("/api/stop-mail/[code]", PUBLIC),
  send("POST", "/api/stop-mail/[code]", NOTHING_HERE),
  page("/docs", PUBLIC),
  page("/docs/webhooks", PUBLIC),
  page("/docs/webhooks/embed-builder", PUBLIC),
  page("/docs/webhooks/[sender]", PUBLIC),
  page("/offline", PUBLIC),
  get("/manifest.webmanifest", PUBLIC),
  get("/openapi.json", PUBLIC),
  get("/sender-marks.svg", PUBLIC),
  // Here it isn't a logo's name.
  get("/sender-marks/[file]", NOTHING_HERE),
  get("/api/health", PUBLIC),
  get("/api/ready", PUBLIC),
  get("/icon.svg", PUBLIC),
  get("/apple-icon.png", PUBLIC),
  get("/.well-known/security.txt", NOTHING_HERE),
  get("/api/[[...rest]]", NOTHING_HERE),
  get("/api/auth/[...nextauth]", PUBLIC),
  send("POST", "/api/auth/[...nextauth]", PUBLIC, nothing, {
    untried: "it's next-auth's own, with its own CSRF token",
  }),
  act("(auth)", "setUp", { ...NO_ONE, "signed out": "refused" }, () => ({
    workspaceName: "Mine",
    name: "Mallory",
    email: "mallory@example.com",
    password: "long enough for all",
  })),
  act("(auth)", "join", { ...NO_ONE, "signed out": "refused" }, () => ({
    code: "wrong",
    name: "Mallory",
    email: "mallory@example.com",
    password: "long enough for all",
  })),
  // Mail isn't set up.
  act("(auth)/forgot-password", "mailReset", { ...NO_ONE, "signed out": "refused" }, () => ({
    email: "eve@example.com",
  })),
  act("(auth)/reset-password", "openLink", PUBLIC, () => ({ token: "wrong" }), { reads: true }),
  act("(auth)/reset-password", "setPasswordByLink", { ...NO_ONE, "signed out": "refused" }, () => ({
    token: "wrong",
    password: "long enough for all",
    keepPasskeys: [],
  })),
  act("(auth)/stop-mail/[code]", "stopMail", NOTHING_HERE, () => ({ code: "wrong" })),
];
