import { BROWSER_KEYS } from "@/lib/testing/push-service";
import type { Role, Scene, Standing, State } from "./world";

/** What somebody gets: "sign in" is 401 or the sign-in page, "hidden" what doesn't exist gets too, "refused" any other refusal. */
export type Outcome = "allowed" | "refused" | "hidden" | "sign in";

/** By how somebody stands to the channel; whoever isn't signed in is told to, everywhere but in `PUBLIC`. */
type Rule = Record<Standing, Outcome>;

const SIGN_IN = { "signed out": "sign in" } as const;

const READS: Rule = { ...SIGN_IN, outside: "hidden", visitor: "allowed", member: "allowed", manager: "allowed" };
const WRITES: Rule = { ...READS, visitor: "refused" };
const JOINED: Rule = { ...READS, visitor: "hidden" };
const MANAGES: Rule = { ...JOINED, member: "refused" };
/** About oneself, or the workspace: whoever has an account, wherever they stand. */
const ANYBODY: Rule = { ...SIGN_IN, outside: "allowed", visitor: "allowed", member: "allowed", manager: "allowed" };
const NOBODY: Rule = { ...SIGN_IN, outside: "refused", visitor: "refused", member: "refused", manager: "refused" };
const PUBLIC: Rule = { ...ANYBODY, "signed out": "allowed" };
const NOTHING_HERE: Rule = {
  "signed out": "hidden",
  outside: "hidden",
  visitor: "hidden",
  member: "hidden",
  manager: "hidden",
};

const ALL_SIGN_IN: Rule = {
  ...SIGN_IN,
  outside: "sign in",
  visitor: "sign in",
  member: "sign in",
  manager: "sign in",
};

const ADMINS_ONLY = { outsider: "hidden", member: "hidden", manager: "hidden", left: "hidden" } as const;
const ADMINS_ACT = { outsider: "refused", member: "refused", manager: "refused", left: "refused" } as const;

type More = {
  /** What of the channel it is about: its webhook, that one's message or delivery, or what somebody has written. */
  of?: "webhook" | "message" | "delivery" | "written";
  /** What a plain member gets where the channel leaves its webhooks to its managers. Asked for only if it is said. */
  leftToManagers?: Outcome;
  /** Whoever else would be allowed gets this in an archived channel. */
  archived?: Outcome;
  /** States in which it isn't asked for, because its ids mean something else there. */
  notIn?: State[];
  /** Roles that get something else, whatever their standing. */
  but?: Partial<Record<Role, Outcome>>;
  /** Owners and admins are told of what they aren't in: the audit log and the list of all webhooks are theirs. */
  tellsAdmins?: true;
  /** Nobody whom it would let through is tried, for this reason. */
  untried?: string;
};

export type Entry = More & {
  /** "GET /api/channels/[channelId]/pins", or "setArchived of (chat)/channels/[channelId]/settings": as the build names it. */
  name: string;
  who: Rule;
  /** Reading can be done by all in one scene; what changes it gets a new one for each. */
  reads: boolean;
  asked: { method: string; query?: string; json?: (scene: Scene) => unknown } | { action: (scene: Scene) => unknown };
};

type Json = (scene: Scene) => unknown;

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
  { query = "", ...more }: More & { query?: string } = {},
): Entry {
  return { name: `${method} ${pattern}`, who, reads: false, asked: { method, query, ...(json && { json }) }, ...more };
}

function act(folder: string, name: string, who: Rule, action: Json, more: More & { reads?: true } = {}): Entry {
  return { name: `${name} of ${folder}`, who, reads: false, asked: { action }, ...more };
}

const channel = ({ channelId }: Scene) => ({ channelId: `${channelId}` });
const webhook = (scene: Scene) => ({ ...channel(scene), webhookId: `${scene.webhookId}` });
const person = (scene: Scene) => ({ ...channel(scene), userId: `${scene.userId}` });
const delivery = (scene: Scene) => ({ ...webhook(scene), deliveryId: `${scene.deliveryId}` });
const nothing = () => ({});

/** A webhook's: its channel's members manage it, unless the channel leaves that to its managers. */
const HOOK = { of: "webhook", leftToManagers: "refused" } as const;

// Whoever hasn't the token, which nobody of the roles has by themselves, is told the same as of a webhook that doesn't exist.
const TOKEN_ONLY = NOTHING_HERE;

const CHANNEL = "/api/channels/[channelId]";
const MESSAGE = `${CHANNEL}/messages/[messageId]`;
const THREAD = `${CHANNEL}/threads/[rootId]`;
const WEBHOOK = `${CHANNEL}/webhooks/[webhookId]`;
const SETTINGS = "(chat)/channels/[channelId]/settings";
const HOOKS = `${SETTINGS}/webhooks`;

/** Every route handler and method, page and server action of a build, and what who gets of it. */
export const TABLE: Entry[] = [
  // A channel's messages
  get(`${CHANNEL}/messages`, READS),
  send("POST", `${CHANNEL}/messages`, WRITES, () => ({ content: "hello", nonce: "said-once" }), {
    archived: "refused",
  }),
  // Who wrote it has left, and is no longer its author to the channel.
  send("PATCH", MESSAGE, { ...WRITES, member: "refused", manager: "refused" }, () => ({ content: "changed" }), {
    of: "written",
  }),
  send("DELETE", MESSAGE, { ...WRITES, member: "refused" }, null, { of: "message", archived: "refused" }),
  get(`${MESSAGE}/edits`, { ...READS, visitor: "refused", member: "refused" }, { of: "written" }),
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
  send("POST", `${CHANNEL}/read`, JOINED, () => ({ seq: 1 })),
  send("POST", `${CHANNEL}/unread`, JOINED, () => ({ seq: 1 })),
  get("/api/events", READS, { query: "channel" }),
  send("POST", `${CHANNEL}/typing`, WRITES, null, { archived: "refused" }),
  page("/(chat)/channels/[channelId]/settings", JOINED),
  page("/(chat)/channels/[channelId]/settings/overview", JOINED),
  page("/(chat)/channels/[channelId]/settings/members", JOINED),
  act(SETTINGS, "updateChannel", MANAGES, (scene) => ({
    ...channel(scene),
    name: `renamed-${scene.channelId}`,
    topic: "",
    webhookManagers: "members",
  })),
  act(SETTINGS, "setArchived", MANAGES, (scene) => ({ ...channel(scene), archived: scene.state !== "archived" })),
  // The last manager stays.
  act(SETTINGS, "leaveChannel", { ...JOINED, manager: "refused" }, channel),
  act(SETTINGS, "addMember", JOINED, (scene) => ({ ...channel(scene), userId: `${scene.userId}` })),
  act(SETTINGS, "removeMember", MANAGES, person),
  act(SETTINGS, "setMemberRole", MANAGES, (scene) => ({ ...person(scene), role: "manager" })),
  act("(chat)/actions", "joinChannel", READS, channel, { archived: "refused" }),

  // Its webhooks
  get(`${CHANNEL}/webhooks`, READS),
  get(`${WEBHOOK}/deliveries`, JOINED, HOOK),
  send("PUT", `${WEBHOOK}/mute`, READS),
  send("DELETE", `${WEBHOOK}/mute`, READS),
  page("/(chat)/channels/[channelId]/settings/webhooks", JOINED),
  page("/(chat)/channels/[channelId]/settings/webhooks/[webhookId]", JOINED, {
    of: "webhook",
    leftToManagers: "hidden",
  }),
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
  act(HOOKS, "setWebhookPaused", JOINED, (scene) => ({ ...webhook(scene), paused: true }), HOOK),
  act(HOOKS, "deleteWebhook", JOINED, webhook, HOOK),
  // Out of a private channel only by who manages both.
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

  // What is somebody's own, wherever they stand
  get("/api/channels", ANYBODY),
  send("POST", "/api/channels/read", ANYBODY),
  send("PUT", "/api/channels/read", ANYBODY, (scene) => ({
    positions: [{ ...channel(scene), lastReadSeq: 0 }],
    threads: [{ rootId: `${scene.messageId}`, lastReadSeq: 0 }],
  })),
  send("POST", "/api/direct", ANYBODY, (scene) => ({ userIds: [`${scene.userId}`] })),
  get("/api/notifications", ANYBODY, { query: "since" }),
  send("PUT", "/api/account/pause", ANYBODY, () => ({ pause: "30m", timeZone: "UTC" })),
  send("POST", "/api/push/subscriptions", ANYBODY, () => ({
    endpoint: `https://push.example/${Math.random()}`,
    keys: BROWSER_KEYS,
  })),
  // Somebody else's, and one that there isn't.
  send("PUT", "/api/push/subscriptions", { ...NOTHING_HERE, ...SIGN_IN }, () => ({
    endpoint: "https://push.example/other",
  })),
  get("/api/palette", ANYBODY),
  // A page that isn't theirs is as if it weren't there.
  send("POST", "/api/presence", ANYBODY, null, { query: "tab=abc&away=1" }),
  send("POST", "/api/images", ANYBODY, () => ({ urls: ["https://example.com/a.png"] })),
  // Only what Parley has signed is fetched.
  get("/api/images/[signature]/[url]", { ...NOTHING_HERE, ...SIGN_IN }),
  // What isn't a form with an avatar is refused to everybody; who may take up which is shown in lib/avatars.
  send("POST", "/api/pictures", NOBODY, nothing),
  get("/api/pictures/[hash]", { ...NOTHING_HERE, ...SIGN_IN }),
  get("/api/people", ANYBODY, { query: "q=person" }),
  get("/api/people/statuses", ANYBODY),
  get("/api/people/[userId]/profile", ANYBODY),
  send("PUT", "/api/people/[userId]/mute", ANYBODY),
  send("DELETE", "/api/people/[userId]/mute", ANYBODY),
  send("PUT", "/api/status", ANYBODY, () => ({ emoji: "🌴", text: "On holiday", endsAt: null })),
  send("DELETE", "/api/status", ANYBODY),
  get("/api/search", ANYBODY, { query: "q=canary" }),
  page("/(chat)/account", ANYBODY),
  page("/(chat)/account/notifications", ANYBODY),
  page("/(chat)/channels", ANYBODY),
  page("/(chat)/notices", ANYBODY),
  page("/(chat)/people", ANYBODY),
  page("/(chat)/search", ANYBODY, { query: "q=canary" }),
  page("/(chat)/threads", ANYBODY),
  page("/(chat)/workspace/webhooks", ANYBODY, { tellsAdmins: true }),
  page("/(chat)/workspace/files", ANYBODY, { but: ADMINS_ONLY, tellsAdmins: true }),
  page("/(chat)/workspace/audit-log", ANYBODY, { but: ADMINS_ONLY, tellsAdmins: true }),
  get("/api/audit-log", ANYBODY, { but: ADMINS_ONLY, tellsAdmins: true }),
  act("(chat)/workspace/audit-log", "loadOlder", ANYBODY, nothing, {
    but: ADMINS_ONLY,
    tellsAdmins: true,
    reads: true,
  }),
  act("(chat)/workspace/webhooks", "loadMore", ANYBODY, nothing, { tellsAdmins: true, reads: true }),
  act("(chat)/channels", "loadMore", ANYBODY, nothing, { reads: true }),
  act("(chat)/notices", "markSeen", ANYBODY, () => ({ upTo: "1" })),
  act("(chat)/account", "updateProfile", ANYBODY, () => ({ name: "Person", avatarUrl: "" })),
  act("(chat)/account/notifications", "saveNotificationPreferences", ANYBODY, () => ({
    keywords: "deploy",
    newChannels: "all",
  })),
  act("(chat)/account", "setAvatar", ANYBODY, () => ({ picture: null })),
  act("(chat)/account", "setShowsLocalTime", ANYBODY, () => ({ shows: false })),
  act("(chat)/account", "setShowsPresence", ANYBODY, () => ({ shows: true })),
  act("(chat)/account", "changePassword", NOBODY, () => ({
    currentPassword: "wrong",
    newPassword: "long enough for all",
    keepPasskeys: [],
  })),
  // Everybody here has a password.
  act("(chat)/account", "setPassword", NOBODY, () => ({ newPassword: "long enough for all" })),
  act("(chat)/account", "unlinkLogin", NOBODY, nothing),
  act("(chat)/account/notifications", "setDigest", ANYBODY, () => ({ on: true })),
  act("(chat)/account", "signOutOthers", ANYBODY, nothing),
  // Somebody else's is as if there were none.
  act("(chat)/account", "signOutDevice", { ...NOTHING_HERE, ...SIGN_IN }, ({ sessionId }) => ({
    sessionId: `${sessionId}`,
  })),
  // Whoever has none and must not set one up first is led to the account page.
  page("/(auth)/two-step", ANYBODY),
  act("(auth)/two-step", "beginApp", ANYBODY, nothing),
  act("(auth)/two-step", "confirmApp", NOBODY, () => ({ ticket: "forged", code: "123456" })),
  act("(auth)/two-step", "turnOffApp", NOBODY, () => ({ proof: "wrong" })),
  act("(auth)/two-step", "makeCodes", NOBODY, () => ({ proof: "wrong" })),
  act("(auth)/two-step", "beginPasskey", ANYBODY, nothing),
  act("(auth)/two-step", "addPasskey", NOBODY, () => ({
    name: "Mine",
    response: { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "a", attestationObject: "a" } },
  })),
  // Somebody else's is as if there were none.
  act("(auth)/two-step", "renamePasskey", { ...NOTHING_HERE, ...SIGN_IN }, () => ({ passkeyId: "1", name: "Mine" })),
  act("(auth)/two-step", "removePasskey", { ...NOTHING_HERE, ...SIGN_IN }, () => ({ passkeyId: "1" })),
  page("/(chat)/workspace/security", ANYBODY, { but: ADMINS_ONLY }),
  act("(chat)/workspace/security", "setTwoStepRequired", ANYBODY, () => ({ required: false }), { but: ADMINS_ONLY }),
  act("(chat)/account/notifications", "saveShowTexts", ANYBODY, () => ({ showTexts: false })),
  act("(chat)/account/notifications", "saveQuietHours", ANYBODY, () => ({
    from: "22:00",
    to: "07:00",
    days: "12345",
    timeZone: "UTC",
  })),
  act("(chat)/account/notifications", "removeQuietHours", ANYBODY, nothing),
  // Somebody else's is as if there were none, and so are one's own as long as pushes are off.
  act("(chat)/account/notifications", "removePushDevice", { ...NOTHING_HERE, ...SIGN_IN }, ({ deviceId }) => ({
    id: `${deviceId}`,
  })),
  act("(chat)/account/notifications", "sendTestPush", ANYBODY, nothing, {
    untried: "it leaves the machine",
  }),
  act("(chat)/actions", "createChannel", ANYBODY, ({ inviteId }) => ({
    name: `made-${inviteId}-${Math.random()}`,
    private: true,
  })),
  act("(chat)/actions", "loadPeople", ANYBODY, nothing, { reads: true }),
  act("(chat)/people", "setActive", ANYBODY, ({ userId }) => ({ userId: `${userId}`, active: true }), {
    but: ADMINS_ACT,
  }),
  act("(chat)/people", "setPersonRole", ANYBODY, ({ userId }) => ({ userId: `${userId}`, role: "admin" }), {
    but: { ...ADMINS_ACT, admin: "refused" },
  }),
  act("(chat)/people", "resetTwoStep", ANYBODY, ({ userId }) => ({ userId: `${userId}` }), { but: ADMINS_ACT }),
  act("(chat)/people", "makeResetLink", ANYBODY, ({ userId }) => ({ userId: `${userId}` }), { but: ADMINS_ACT }),
  act("(chat)/actions", "loadInvites", ANYBODY, nothing),
  act("(chat)/actions", "createInvite", ANYBODY, nothing),
  // Whoever made it, owners and admins.
  act("(chat)/actions", "revokeInvite", ANYBODY, ({ inviteId }) => ({ inviteId: `${inviteId}` }), {
    but: { outsider: "hidden", member: "hidden", left: "hidden" },
  }),

  // For everybody, signed in or not
  page("/", PUBLIC, { but: { stranger: "sign in", deactivated: "sign in" } }),
  page("/(auth)/login", PUBLIC),
  // Single sign-on is off: there is neither a provider nor a login to link.
  page("/(auth)/login/link", NOTHING_HERE),
  act("(auth)/login", "beginPasskeySignIn", PUBLIC, nothing),
  // Only for whose password was right in this browser.
  page("/(auth)/login/second-step", ALL_SIGN_IN),
  act("(auth)/login", "beginPasskeyStep", { ...NOBODY, "signed out": "refused" }, nothing),
  send("POST", "/api/identities", NOTHING_HERE, () => ({ password: "long enough for all" })),
  // There is a workspace.
  page("/(auth)/setup", ALL_SIGN_IN),
  page("/(auth)/invite/[code]", PUBLIC),
  page("/(auth)/forgot-password", PUBLIC),
  page("/(auth)/reset-password", PUBLIC),
  page("/(auth)/stop-mail/[code]", PUBLIC),
  // To the page with the button, which says of a code that is nobody's only that it is not complete.
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
  get("/api/health", PUBLIC),
  get("/api/ready", PUBLIC),
  get("/icon.svg", PUBLIC),
  get("/apple-icon.png", PUBLIC),
  get("/.well-known/security.txt", NOTHING_HERE),
  get("/api/[[...rest]]", NOTHING_HERE),
  get("/api/auth/[...nextauth]", PUBLIC),
  send("POST", "/api/auth/[...nextauth]", PUBLIC, nothing, {
    untried: "next-auth's own, with its own token against forgery",
  }),
  act("(auth)", "setUp", { ...NOBODY, "signed out": "refused" }, () => ({
    workspaceName: "Mine",
    name: "Mallory",
    email: "mallory@example.com",
    password: "long enough for all",
  })),
  act("(auth)", "join", { ...NOBODY, "signed out": "refused" }, () => ({
    code: "wrong",
    name: "Mallory",
    email: "mallory@example.com",
    password: "long enough for all",
  })),
  // No mails are sent here.
  act("(auth)/forgot-password", "mailReset", { ...NOBODY, "signed out": "refused" }, () => ({
    email: "eve@example.com",
  })),
  act("(auth)/reset-password", "openLink", PUBLIC, () => ({ token: "wrong" }), { reads: true }),
  act("(auth)/reset-password", "setPassword", { ...NOBODY, "signed out": "refused" }, () => ({
    token: "wrong",
    password: "long enough for all",
    keepPasskeys: [],
  })),
  act("(auth)/stop-mail/[code]", "stopMail", NOTHING_HERE, () => ({ code: "wrong" })),
];
