import { afterAll } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { setArchived } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { deleteMessage, editMessage, setPinned } from "@/lib/messages/change-as-member";
import { postMessages } from "@/lib/messages/post-messages";
import { subscribe } from "@/lib/push/subscriptions";
import { makeChannel, makeMember, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";
import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { storeFile } from "@/lib/uploads/store-file";
import type { SessionUser } from "@/lib/users/find-session-user";
import { createInvite } from "@/lib/users/invites";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteWebhook, updateWebhook } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { ConnectedParley } from "@/server/testing/connected-parley";
import { cookieOf } from "../session-cookie";

/** Who asks. All but the stranger have an account; admin and owner are in none of the scenes' channels. */
export const ROLES = ["stranger", "outsider", "member", "manager", "admin", "owner", "deactivated", "left"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What has become of a private channel, its webhook, and what the webhook posted there.
 * - `moved here`: the webhook is now in a public channel, whose ids are asked for together with the old messages' and deliveries'
 * - `moved away`: the old channel's ids are asked for, and the webhook is in another private channel
 * - `managers only`: as `stands`, but the channel leaves webhooks to its managers
 */
export const STATES = ["stands", "managers only", "moved here", "moved away", "archived", "deleted"] as const;
export type State = (typeof STATES)[number];

/** How somebody stands to the channel that is asked for: a visitor sees a public channel without having joined it. */
export type Standing = "signed out" | "outside" | "visitor" | "member" | "manager";

export function standingOf(role: Role, state: State): Standing {
  if (role === "stranger" || role === "deactivated") return "signed out";
  if (role === "manager") return "manager";
  if (state === "moved here") return role === "outsider" ? "member" : "visitor";
  return role === "member" ? "member" : "outside";
}

/** The ids that are asked for, and the words that only a channel's own people may read. */
export type Scene = {
  state: State;
  channelId: bigint;
  webhookId: bigint;
  token: string;
  /** Posted by the webhook, with a file. */
  messageId: bigint;
  attachmentId: bigint;
  /** Written by who has left. */
  ownMessageId: bigint;
  deliveryId: bigint;
  /** Another plain member of the channel. */
  userId: bigint;
  /** Where that person is signed in. */
  sessionId: bigint;
  /** Where that person's pushes go. */
  deviceId: bigint;
  /** An invite that the manager made. */
  inviteId: bigint;
  /** A public channel whose webhooks everybody here but the stranger may manage. */
  openChannelId: bigint;
  /** Each word with the roles that are in its channel. */
  secrets: { word: string; knownTo: Role[] }[];
};

type People = Record<Exclude<Role, "stranger">, SessionUser>;

export type World = {
  baseUrl: string;
  cookies: Record<Role, string | null>;
  makeScene: (state: State) => Promise<Scene>;
};

/** Starts a Parley with one person for each role, to whose database the test is connected too. It ends with the file's tests. */
export async function startWorld(): Promise<World> {
  const parley = await ConnectedParley.start({ WEBHOOK_RATE_LIMIT: "off" });
  afterAll(() => parley.stop());
  const people = await makePeople();
  return {
    baseUrl: parley.baseUrl,
    cookies: await makeCookies(people),
    makeScene: (state) => makeScene(people, state),
  };
}

async function makePeople(): Promise<People> {
  await db().workspace.create({ data: { name: "Access" } });
  return {
    owner: await makeUser({ role: "owner" }),
    admin: await makeUser({ role: "admin" }),
    manager: await makeUser(),
    member: await makeUser(),
    outsider: await makeUser(),
    left: await makeUser(),
    deactivated: await makeUser({ deactivatedAt: new Date() }),
  };
}

async function makeCookies(people: People): Promise<World["cookies"]> {
  const cookies: World["cookies"] = {
    stranger: null,
    outsider: null,
    member: null,
    manager: null,
    admin: null,
    owner: null,
    deactivated: null,
    left: null,
  };
  for (const role of ROLES) {
    if (role === "stranger") continue;
    const { id, sessionId } = people[role];
    // Of who is deactivated too: as if they had kept the cookie, and their sessions hadn't been ended.
    const { name, value } = await cookieOf({ userId: id, sessionId });
    cookies[role] = `${name}=${value}`;
  }
  return cookies;
}

let made = 0;

async function makeScene(people: People, state: State): Promise<Scene> {
  made += 1;
  const word = `canary-${process.pid}-${made}-old`;
  const elsewhere = `canary-${process.pid}-${made}-elsewhere`;
  const { manager, member, outsider, left, deactivated } = people;
  const other = await makeUser();
  const old = await makeChannel({
    kind: "private",
    name: word,
    topic: `Topic ${word}`,
    webhookManagers: state === "managers only" ? "managers" : "members",
    members: [member, left, deactivated, other],
  });
  await makeMember(old, manager, "manager");
  // What it is called goes along with a webhook; what it said doesn't.
  const about = state === "moved here" ? {} : { name: word, description: word };
  const hook = await makeWebhook({ channelId: old.id, createdById: left.id, ...about });
  const { webhook, token } = hook;

  const bytes = (async function* () {
    yield Buffer.from(`In the file: ${word}`);
  })();
  const attachments = [{ file: await storeFile(bytes, 1024), name: `${word}.txt`, description: word }];
  const [posted, written] = await postMessages([
    webhookDraft(hook, { content: `Posted ${word}`, attachments }),
    userDraft(left, old, { content: `Written ${word}` }),
  ]);
  if (!posted || "refused" in posted || !written || "refused" in written) throw new Error("A message was refused.");
  const [messageId, ownMessageId] = [posted.messageId, written.messageId];
  await editMessage(await requireChannel(left, old.id), ownMessageId, `Edited ${word}`);
  await setPinned(await requireChannel(member, old.id), messageId, true);
  const attachment = await db().attachment.findFirstOrThrow({ where: { messageId }, select: { id: true } });
  const delivery = await db().delivery.create({
    data: {
      webhookId: webhook.id,
      channelId: old.id,
      messageId,
      dialect: "parley",
      method: "POST",
      status: 200,
      durationMs: 1,
      size: 20,
      payload: JSON.stringify({ content: `Payload ${word}` }),
    },
    select: { id: true },
  });
  await leaveChannel(await requireChannel(left, old.id));
  await subscribe(other, { endpoint: `https://push.example/${word}`, keys: BROWSER_KEYS });
  const device = await db().pushSubscription.findFirstOrThrow({ where: { userId: other.id }, select: { id: true } });
  const invite = await createInvite(manager, "http://localhost");

  const isOpen = state === "moved here";
  const next = await makeChannel({
    kind: isOpen ? "public" : "private",
    name: isOpen ? `open-${made}` : elsewhere,
    members: isOpen ? [outsider] : [],
  });
  await makeMember(next, manager, "manager");
  const target = await makeChannel({ members: [outsider, member, manager, left, people.admin, people.owner] });
  const managed = await requireWebhookManager(manager, old.id);
  if (state === "moved here" || state === "moved away") {
    const there = await requireWebhookManager(manager, next.id);
    await moveWebhook(managed, webhook.id, there);
    if (!isOpen) await updateWebhook(there, webhook.id, { name: elsewhere, description: elsewhere, avatarUrl: null });
  }
  if (state === "archived") await setArchived(managed, true);
  if (state === "deleted") {
    await deleteMessage(managed, messageId);
    await deleteMessage(managed, ownMessageId);
    await deleteWebhook(managed, webhook.id);
  }
  return {
    state,
    channelId: isOpen ? next.id : old.id,
    webhookId: webhook.id,
    token,
    messageId,
    attachmentId: attachment.id,
    ownMessageId,
    deliveryId: delivery.id,
    userId: other.id,
    sessionId: other.sessionId,
    deviceId: device.id,
    inviteId: BigInt(invite.id),
    openChannelId: target.id,
    secrets: [
      { word, knownTo: ["member", "manager"] },
      { word: elsewhere, knownTo: ["manager"] },
    ],
  };
}

/** What the database holds of everything that a request could change: two that are equal differ in nothing. */
export async function snapshot(): Promise<string> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('_prisma_migrations', 'rate_limits', 'message_search', 'search_progress', 'shown_names', 'push_keys',
        'push_progress', 'push_waiting', 'keyword_progress', 'keyword_changes') ORDER BY 1`;
  // What is written a moment later, or by itself: that somebody tried to send by hand stands in the delivery log also when it was
  // refused, when a session was last used, where somebody's clocks are, that a webhook fails or is silent is told, and what no message names any more goes.
  const parts: Record<string, string> = {
    deliveries: "SELECT * FROM deliveries WHERE origin = 'sender'",
    sessions: "SELECT id, user_id FROM sessions",
    users: "SELECT to_jsonb(u) - 'time_zone' FROM users u",
    file_uses: "SELECT * FROM file_uses WHERE uses > 0",
    webhooks: "SELECT to_jsonb(w) - 'failure_told_at' - 'silent_since' FROM webhooks w",
    audit_entries: "SELECT * FROM audit_entries WHERE action NOT IN ('webhook.failed', 'webhook.fell_silent')",
    notices:
      "SELECT n.* FROM notices n JOIN audit_entries a ON a.id = n.audit_entry_id WHERE a.action NOT IN ('webhook.failed', 'webhook.fell_silent')",
  };
  const each = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM (${parts[name] ?? `SELECT * FROM ${name}`}) t`,
  );
  return JSON.stringify(await db().$queryRawUnsafe(`${each.join(" UNION ALL ")} ORDER BY name`));
}
