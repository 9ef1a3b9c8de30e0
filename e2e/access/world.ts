import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { subscribe } from "@/lib/attention/push/subscriptions";
import { requireChannel } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { setArchived } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { storeFile } from "@/lib/files/uploads/store-file";
import { deleteMessage, editMessage, setPinned } from "@/lib/messages/change/change-as-member";
import { postLines } from "@/lib/messages/post/post-lines";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createInvite } from "@/lib/people/sign-in/invites";
import { makeChannel, makeMember, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";
import { BROWSER_KEYS } from "@/lib/testing/push-service";
import { until } from "@/lib/testing/until";
import { type ManagedChannel, requireWebhookManager } from "@/lib/webhooks/access";
import { emptyCard, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { deleteWebhook, updateWebhook } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { ROOT } from "@/server/root";
import { ConnectedParley } from "@/server/testing/connected-parley";
import { cookieHeader } from "../session-cookie";

/** Who sends a request. Everyone but the stranger has an account. The admin and the owner aren't in any scene's channels. */
export const ROLES = ["stranger", "outsider", "member", "manager", "admin", "owner", "deactivated", "left"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What happened to a private channel, its webhook and the webhook's messages.
 * - `unchanged`: nothing
 * - `managers only`: only the channel's managers may manage its webhooks
 * - `moved here`: the webhook is now in a public channel; requests use that channel's id with the old messages and deliveries
 * - `moved away`: the webhook is now in another private channel; requests use the old channel's id
 */
export const STATES = ["unchanged", "managers only", "moved here", "moved away", "archived", "deleted"] as const;
export type State = (typeof STATES)[number];

/** A role's relation to the channel. A visitor sees a public channel without having joined it. */
export type RoleRelation = "signed out" | "outside" | "visitor" | "member" | "manager";

export function standingOf(role: Role, state: State): RoleRelation {
  if (role === "stranger" || role === "deactivated") return "signed out";
  if (role === "manager") return "manager";
  if (state === "moved here") return role === "outsider" ? "member" : "visitor";
  return role === "member" ? "member" : "outside";
}

/** The ids for requests, and words that only people in the channel may see. */
export type Scene = {
  state: State;
  channelId: bigint;
  webhookId: bigint;
  token: string;
  /** Posted by the webhook, with a file. */
  messageId: bigint;
  attachmentId: bigint;
  /** Written by the person who has left the channel. */
  ownMessageId: bigint;
  deliveryId: bigint;
  ruleId: bigint;
  /** Another plain member of the channel. */
  userId: bigint;
  /** That person's session. */
  sessionId: bigint;
  /** That person's push subscription. */
  deviceId: bigint;
  /** An invite that the manager created. */
  inviteId: bigint;
  /** A public channel whose webhooks every role but the stranger may manage. */
  openChannelId: bigint;
  /** Archives the channel, or deletes the webhook and both messages. */
  bringTo: (state: "archived" | "deleted") => Promise<void>;
  /** Each word, with the roles that may see it. */
  secrets: { word: string; knownTo: Role[] }[];
};

type People = Record<Exclude<Role, "stranger">, SessionUser>;

export type World = {
  baseUrl: string;
  /** Returns what the server has printed. */
  output: () => string;
  /** Returns the addresses that the server has connected to, and the names that it has looked up. */
  connections: () => string[];
  cookies: Record<Role, string | null>;
  makeScene: (state: State) => Promise<Scene>;
  makePerson: typeof makePerson;
  signIn: typeof signIn;
};

/**
 * Starts a Parley with one person for each role, and these environment variables, and connects this process to its
 * database. Stops it after the tests.
 */
export async function startWorld(env: Record<string, string> = {}): Promise<World> {
  const directory = mkdtempSync(path.join(tmpdir(), "parley-connections-"));
  const connections = path.join(directory, "connections");
  const parley = await ConnectedParley.start({
    WEBHOOK_RATE_LIMIT: "off",
    NODE_OPTIONS: `--import=${path.join(ROOT, "server/testing/record-connections.mjs")}`,
    RECORD_CONNECTIONS: connections,
    ...env,
  });
  afterAll(async () => {
    await parley.stop();
    rmSync(directory, { recursive: true });
  });
  const people = await makePeople();
  return {
    baseUrl: parley.baseUrl,
    output: () => parley.output,
    connections: () => [...new Set(readFileSync(connections, "utf8").trim().split("\n"))],
    cookies: await makeCookies(people),
    makeScene: (state) => makeScene(people, state),
    makePerson,
    signIn,
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
    // The deactivated person has a cookie too, as if their sessions hadn't been ended.
    cookies[role] = await cookieHeader(people[role]);
  }
  return cookies;
}

let made = 0;

async function makeScene(people: People, state: State): Promise<Scene> {
  made += 1;
  const number = made;
  const word = `canary-${process.pid}-${number}-old`;
  const elsewhere = `canary-${process.pid}-${number}-elsewhere`;
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
  // A moved webhook keeps its name, so the new channel's members may see it.
  const about = state === "moved here" ? {} : { name: word, description: word };
  const hook = await makeWebhook({ channelId: old.id, createdById: left.id, ...about });
  const { webhook, token } = hook;
  // Its card moves with it, too.
  const title = state === "moved here" ? "CI" : word;
  const yaml = `name: ${title}\nevent: card\nevents: { card: { title: ${title} } }`;
  const model = { name: title, cards: [{ ...emptyCard("card"), subject: plainTemplate(title) }] };
  await db().webhookCard.create({ data: { webhookId: webhook.id, version: 1, yaml, model } });

  // So do its rules.
  const conditions = [{ on: "fact", fact: "text", test: "is", text: title }];
  const rule = await db().webhookRule.create({
    data: { webhookId: webhook.id, position: 0, conditions, action: "silent", createdById: member.id },
    select: { id: true },
  });

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
    name: isOpen ? `open-${number}` : elsewhere,
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
  const change = { managed, messageIds: [messageId, ownMessageId], webhookId: webhook.id };
  if (state === "archived" || state === "deleted") await bringTo(state, change);
  return {
    state,
    bringTo: (to) => bringTo(to, change),
    channelId: isOpen ? next.id : old.id,
    webhookId: webhook.id,
    token,
    messageId,
    attachmentId: attachment.id,
    ownMessageId,
    deliveryId: delivery.id,
    ruleId: rule.id,
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

type Change = { managed: ManagedChannel; messageIds: bigint[]; webhookId: bigint };

async function bringTo(state: "archived" | "deleted", { managed, messageIds, webhookId }: Change): Promise<void> {
  if (state === "archived") return setArchived(managed, true);
  for (const id of messageIds) await deleteMessage(managed, id);
  await deleteWebhook(managed, webhookId);
}

/** Makes someone new with a role's relation to the scene's channel, whose rights a test can take away. */
async function makePerson(role: Role, { channelId }: Scene): Promise<SessionUser> {
  const person = await makeUser({ role: role === "admin" ? "admin" : "member" });
  if (role === "member" || role === "manager") await makeMember({ id: channelId }, person, role);
  return person;
}

/**
 * Signs the person in on that many new devices and returns their cookies. `areUsed` resolves once each has been used: a
 * session that wasn't for a while is marked when the server reads it.
 */
async function signIn(
  person: SessionUser,
  times: number,
): Promise<{ cookies: string[]; areUsed: () => Promise<void> }> {
  const since = new Date(Date.now() - 3_600_000);
  const data = Array.from({ length: times }, () => ({
    userId: person.id,
    userAgent: "",
    address: "",
    lastSeenAt: since,
  }));
  const made = await db().session.createManyAndReturn({ data, select: { id: true } });
  const unused = { id: { in: made.map(({ id }) => id) }, lastSeenAt: since };
  return {
    cookies: await Promise.all(made.map(({ id }) => cookieHeader({ id: person.id, sessionId: id }))),
    areUsed: () => until(async () => expect(await db().session.count({ where: unused })).toBe(0)),
  };
}

/** Returns a digest of everything in the database that a request could change. It's equal if nothing has changed. */
export async function snapshot(): Promise<string> {
  // What happened in channels becomes lines a moment later.
  while ((await db().channelEvent.count()) > 0) await postLines();
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('_prisma_migrations', 'rate_limits', 'message_search', 'search_progress', 'search_words', 'search_words_progress', 'shown_names', 'push_keys',
        'push_progress', 'push_waiting', 'keyword_progress', 'keyword_changes', 'jobs', 'instances', 'sendings') ORDER BY 1`;
  // Leaves out what changes without a request or a little later: refused attempts to send by hand in the delivery log, when a
  // session was last active, time zones, notices of failing or silent webhooks, and files that no message uses anymore.
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
