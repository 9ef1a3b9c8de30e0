import { randomUUID } from "node:crypto";
import { requireChannel, requireMember } from "@/lib/channels/access";
import { createChannel } from "@/lib/channels/create-channel";
import { addMembers, removeMember } from "@/lib/channels/membership";
import { setArchived, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { markAvatarUrl } from "@/lib/files/images/mark-avatar";
import { postLines } from "@/lib/messages/post/post-lines";
import { postMessages } from "@/lib/messages/post/post-messages";
import { sendMessage } from "@/lib/messages/post/send-message";
import type { SessionUser } from "@/lib/people/find-session-user";
import { endFirstDay } from "@/lib/people/first-day";
import { endAllSessions } from "@/lib/people/sessions";
import { createInvite } from "@/lib/people/sign-in/invites";
import { joinWorkspace } from "@/lib/people/sign-in/join-workspace";
import { env } from "@/lib/process/env";
import { makeSession, webhookDraft } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import { hideEvent, saveRule } from "@/lib/webhooks/manage-rules";
import type { RuleCondition } from "@/lib/webhooks/rules/model";
import { tellSilence } from "@/lib/webhooks/silence";
import { toolCards } from "@/prisma/demo/tool-cards";
import { cookieOf } from "./session-cookie";

/*
 * Creates what a test needs but doesn't test. It calls lib in this process, which acts as another instance beside the server,
 * so the result is the same as from a page but takes a tenth of the time.
 */

type Credentials = { email: string; password: string };

const AT_ONCE = 100;
const DEVICE = { userAgent: "", address: "127.0.0.1" };

/** Returns the workspace's owner. */
export function owner(): Promise<SessionUser> {
  return db()
    .user.findFirstOrThrow({
      orderBy: { id: "asc" },
      select: { id: true, name: true, email: true, avatarUrl: true, role: true, showsPresence: true },
    })
    .then((user) => ({ ...user, sessionId: 0n }));
}

/** Creates a channel as the owner and returns its id. */
export async function seedChannel(name: string, options: { private?: boolean } = {}): Promise<string> {
  const { id } = await createChannel(await owner(), { name, private: options.private ?? false });
  return `${id}`;
}

/** Creates an archived channel as the owner and returns its id. */
export async function seedArchived(name: string): Promise<string> {
  const id = await seedChannel(name);
  await setArchived(await requireChannel(await owner(), BigInt(id)), true);
  return id;
}

/** Creates a webhook as the owner and returns its URL. */
export async function seedWebhook(channelId: string, name: string): Promise<string> {
  const channel = await requireWebhookManager(await owner(), BigInt(channelId));
  const { url } = await createWebhook(channel, { name, description: "", avatarUrl: null }, env.baseUrl ?? "");
  return url;
}

/** Creates `count` public channels without members, each with a webhook. */
export async function seedChannelsWithWebhooks(name: string, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const channels = await db().channel.createManyAndReturn({
    data: numbers.map((number) => ({ name: `${name}-${number}` })),
    select: { id: true },
  });
  await db().webhook.createMany({
    data: channels.map(({ id }, index) => ({
      channelId: id,
      name: `${name} webhook ${index + 1}`,
      tokenHash: new Uint8Array(hashToken(`${name}-${index}`)),
    })),
  });
}

/** Returns the webhook's id and token from its URL. */
export function idAndToken(url: string): { id: string; token: string } {
  const [, id = "", token = ""] = /\/(\d+)\/([\w-]+)$/.exec(url) ?? [];
  return { id, token };
}

/** Makes the webhook with this URL silent for this many hours, and sends the notices about it. */
export async function seedSilence(url: string, hours: number): Promise<void> {
  const since = new Date(Date.now() - hours * 3_600_000);
  const { id } = idAndToken(url);
  await db().webhook.update({ where: { id: BigInt(id) }, data: { lastUsedAt: since, expectedSince: since } });
  await tellSilence();
}

/** Gives a webhook three rules and events of this week, and returns the last rule's id. */
export async function seedRules(channelId: string, webhookId: string): Promise<string> {
  const managed = await requireWebhookManager(await owner(), BigInt(channelId));
  const id = BigInt(webhookId);
  const day = new Date(new Date().toISOString().slice(0, 10));
  const seen = { "pull_request.labeled": 214, "check_run.completed": 187, "issues.opened": 12, "star.created": 4 };
  await db().webhookEvent.createMany({
    data: Object.entries(seen).map(([event, count]) => ({ webhookId: id, event, day, count })),
  });
  const isBot = { on: "fact", fact: "person", test: "contains", text: "[bot]" } as const;
  const isFailed = { on: "fact", fact: "state", test: "is", text: "failed" } as const;
  const onMain: RuleCondition = {
    on: "value",
    path: ["workflow_run", "head_branch"],
    test: "is_not",
    text: "main",
  };
  await hideEvent(managed, id, "star.created");
  await saveRule(managed, id, null, { conditions: [isBot], action: { do: "silent" }, continues: true });
  const severity = { do: "severity", severity: "low" } as const;
  const { rules } = await saveRule(managed, id, null, {
    conditions: [isFailed, onMain],
    action: severity,
    continues: false,
  });
  return rules.at(-1)?.id ?? "";
}

/** Changes the channel's topic this many times, as the owner. */
export async function seedTopics(channelId: string, changes: number): Promise<void> {
  const channel = await requireChannel(await owner(), BigInt(channelId));
  const { name, webhookManagers } = channel.channel;
  for (let n = 1; n <= changes; n += 1) await updateChannel(channel, { name, webhookManagers, topic: `Topic ${n}` });
}

/** Posts these messages in order as the webhook with this URL. They aren't in its delivery log. */
export async function seedPosts(url: string, contents: string[]): Promise<void> {
  const { id, token } = idAndToken(url);
  const webhook = await db().webhook.findUniqueOrThrow({
    where: { id: BigInt(id) },
    select: { id: true, channelId: true },
  });
  // Drafts keep their order only within one statement, which takes up to AT_ONCE.
  for (let at = 0; at < contents.length; at += AT_ONCE) {
    const drafts = contents.slice(at, at + AT_ONCE).map((content) => webhookDraft({ webhook, token }, { content }));
    const results = await postMessages(drafts);
    if (results.some((result) => "refused" in result)) throw new Error("A seeded post wasn't stored.");
  }
}

/** Posts the demo's thirty cards of eight tools, each through a webhook of its name. */
export async function seedDemoCards(channelId: string): Promise<void> {
  const urls = new Map<string, string>();
  for (const { webhook: name, embed, updateKey = null } of toolCards(new Date())) {
    const known = urls.get(name);
    const url = known ?? (await seedWebhook(channelId, name));
    urls.set(name, url);
    const { id, token } = idAndToken(url);
    if (!known && embed.tool?.mark) {
      // As its first request sets it.
      const avatarUrl = markAvatarUrl(embed.tool.mark);
      await db().webhook.update({ where: { id: BigInt(id) }, data: { avatarUrl } });
    }
    const webhook = { id: BigInt(id), channelId: BigInt(channelId) };
    const [posted] = await postMessages([
      webhookDraft({ webhook, token }, { content: "", embeds: [embed], updateKey }),
    ]);
    if (!posted || "refused" in posted) throw new Error("A seeded card wasn't stored.");
  }
}

/** Sends a message to a channel as the owner and returns its id. */
export async function seedMessage(channelId: string, content: string): Promise<string> {
  const channel = await requireMember(await owner(), BigInt(channelId));
  return (await sendMessage(channel, { content, nonce: randomUUID(), threadId: null })).id;
}

/** Returns "message 1.", "message 2." and so on. */
export function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}.`);
}

/** Creates an account with an invite of the owner's. */
export async function seedPerson(person: Credentials & { name: string }, role?: SessionUser["role"]): Promise<void> {
  const { url } = await createInvite(await owner(), "");
  const { userId } = await joinWorkspace({ ...person, code: url.split("/").at(-1) ?? "" }, DEVICE.address);
  await endFirstDay({ id: userId });
  if (role) await db().user.update({ where: { email: person.email }, data: { role }, select: { id: true } });
}

/** Signs a person in on a new device without the sign-in page, and returns its cookie. */
export async function seedSession(person: Credentials): Promise<{ name: string; value: string }> {
  const { id } = await db().user.findUniqueOrThrow({ where: { email: person.email }, select: { id: true } });
  const { sessionId } = await makeSession({ id });
  return cookieOf({ userId: id, sessionId });
}

/** Signs a person out on all their devices. */
export async function seedSignOut(email: string): Promise<void> {
  const { id } = await db().user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  await db().$transaction((tx) => endAllSessions(tx, id));
}

/** Adds a person to a channel of the owner's, or removes them. The line that says so is there afterwards, and moves no open page. */
export async function seedMembership(channelId: string, email: string, isIn: boolean): Promise<void> {
  const channel = await requireMember(await owner(), BigInt(channelId));
  const { id } = await db().user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  await (isIn ? addMembers(channel, id) : removeMember(channel, id));
  while ((await db().channelEvent.count()) > 0) await postLines();
}
