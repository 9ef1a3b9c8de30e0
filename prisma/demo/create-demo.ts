import { randomBytes, randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { markAvatarUrl } from "@/lib/files/images/mark-avatar";
import type { UserDraft, WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import { createWorkspace, needsSetup } from "@/lib/people/create-workspace";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { receive } from "@/lib/webhooks/endpoint/receive";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { codeDeliveries, HIDDEN_EVENTS } from "@/prisma/demo/code-deliveries";
import { alertCards, conversation, type DemoCard, deployCards, PEOPLE } from "@/prisma/demo/content";
import { toolCards } from "@/prisma/demo/tool-cards";

/** How to sign in to the demo workspace and post to it. Neither the password nor the token can be read again later. */
export type Demo = {
  baseUrl: string;
  user: { email: string; password: string };
  channelId: string;
  webhookId: string;
  token: string;
  webhookUrl: string;
};

/** Creates a workspace with people, channels, a webhook and messages. Throws if the database already has a workspace. */
export async function createDemo(baseUrl: string): Promise<Demo> {
  if (!(await needsSetup())) {
    throw new Error(
      "This database already has a workspace, and the demo needs an empty one. Set DATA_DIR to a new directory.",
    );
  }
  const password = randomBytes(12).toString("base64url");
  const [ada, ...others] = PEOPLE;
  const owner = await createWorkspace({ workspaceName: "Acme", name: ada.name, email: ada.email, password });
  const passwordHash = await hash(randomBytes(24).toString("base64url"));
  const people = await db().user.createManyAndReturn({
    data: others.map((person) => ({ ...person, passwordHash })),
    select: { id: true },
  });
  const userIds = [owner.userId, ...people.map((person) => person.id)];
  await db().membership.createMany({
    data: people.map((person) => ({ channelId: owner.channelId, userId: person.id })),
  });
  const deploys = await createChannel("deploys", "Builds and releases", userIds);
  const incidents = await createChannel("incidents", "One thread per incident", userIds);

  const pipeline = await createWebhook(owner.userId, deploys, {
    name: "Pipeline",
    description: "Build and deploy results from CI",
  });
  const monitoring = await createWebhook(owner.userId, incidents, { name: "Monitoring", description: "" });
  await post(owner.channelId, userIds, conversation.general);
  await postCards(pipeline, deployCards);
  await post(deploys, userIds, conversation.deploys);
  await post(incidents, userIds, conversation.incidents);
  await postCards(monitoring, alertCards);
  const alerts = await createChannel("alerts", "What our tools say", userIds);
  await postToolCards(owner.userId, alerts);
  const code = await createChannel("code", "Pull requests, issues and builds", userIds);
  await post(code, userIds, conversation.code);
  await sendCodeDeliveries(owner.userId, code);
  await postDirectMessages(owner.userId, userIds);
  // Visitors see the workspace as it is after a while.
  await db().user.updateMany({ data: { firstDayEndedAt: new Date() } });
  await db().$executeRaw`UPDATE memberships m SET last_read_seq = c.msg_seq FROM channels c WHERE c.id = m.channel_id`;
  return {
    baseUrl,
    user: { email: ada.email, password },
    channelId: `${deploys}`,
    webhookId: `${pipeline.webhookId}`,
    token: pipeline.token,
    webhookUrl: baseUrl + webhookPaths.incoming(`${pipeline.webhookId}`, pipeline.token),
  };
}

/** Posts the direct messages between the owner and the second person. */
async function postDirectMessages(ownerId: bigint, userIds: bigint[]): Promise<void> {
  const [, other] = userIds;
  if (other === undefined) throw new Error("The demo needs a second person.");
  const select = {
    id: true,
    name: true,
    email: true,
    avatarUrl: true,
    role: true,
    keywords: true,
    showsPresence: true,
  } as const;
  const owner = await db().user.findUniqueOrThrow({ where: { id: ownerId }, select });
  // `openDirect` wants a session, but the owner isn't signed in.
  const { id } = await openDirect({ ...owner, sessionId: 0n }, [other]);
  await post(id, userIds, conversation.direct);
}

async function createChannel(name: string, topic: string, userIds: bigint[]): Promise<bigint> {
  const [createdById] = userIds;
  const memberships = userIds.map(
    (userId) => ({ userId, role: userId === createdById ? "manager" : "member" }) as const,
  );
  const channel = await db().channel.create({
    data: { name, topic, createdById: createdById ?? null, memberships: { create: memberships } },
    select: { id: true },
  });
  return channel.id;
}

/** Posts the lines in order. Lines with `inThread` reply to the last line without it. */
async function post(
  channelId: bigint,
  userIds: bigint[],
  lines: readonly { by: number; text: string; inThread?: boolean }[],
): Promise<void> {
  let threadRootId: bigint | null = null;
  for (const { by, text, inThread = false } of lines) {
    const userId = userIds[by];
    if (userId === undefined) throw new Error(`The demo has no person ${by}.`);
    const draft: UserDraft = {
      kind: "user",
      userId,
      channelId,
      nonce: null,
      content: text,
      embeds: [],
      allowedMentions: null,
      threadRootId: inThread ? threadRootId : null,
    };
    const [result] = await postMessages([draft]);
    if (!result || "refused" in result) throw new Error("The demo's message was refused.");
    if (!inThread) threadRootId = result.messageId;
  }
}

type DemoWebhook = { webhookId: bigint; channelId: bigint; token: string };

async function createWebhook(
  createdById: bigint,
  channelId: bigint,
  shown: { name: string; description: string; avatarUrl?: string | null; sender?: string },
): Promise<DemoWebhook> {
  const token = makeToken();
  const { id } = await db().webhook.create({
    data: {
      ...shown,
      channelId,
      createdById,
      tokenHash: new Uint8Array(hashToken(token)),
      oneLine: true,
      oneLineOfferedAt: new Date(),
    },
    select: { id: true },
  });
  return { webhookId: id, channelId, token };
}

/** Posts the tools' cards, each through the webhook that it names. */
async function postToolCards(ownerId: bigint, channelId: bigint): Promise<void> {
  const webhooks = new Map<string, DemoWebhook>();
  for (const { webhook: name, embed, updateKey } of toolCards(new Date())) {
    // As its first request sets it.
    const avatarUrl = embed.tool?.mark ? markAvatarUrl(embed.tool.mark) : null;
    const webhook =
      webhooks.get(name) ?? (await createWebhook(ownerId, channelId, { name, description: "", avatarUrl }));
    webhooks.set(name, webhook);
    await postCards(webhook, [{ content: "", embeds: [embed], ...(updateKey && { updateKey }) }]);
  }
}

/** Sends what GitHub would. Two events are hidden. */
async function sendCodeDeliveries(ownerId: bigint, channelId: bigint): Promise<void> {
  const { webhookId, token } = await createWebhook(ownerId, channelId, {
    name: "GitHub",
    description: "acme/shop",
    avatarUrl: markAvatarUrl("github"),
    sender: "github",
  });
  await db().webhookRule.createMany({
    data: HIDDEN_EVENTS.map((text, position) => ({
      webhookId,
      position,
      conditions: [{ on: "fact", fact: "event", test: "is", text }],
      action: "skip",
      createdById: ownerId,
    })),
  });
  const pathname = `${webhookPaths.incoming(`${webhookId}`, token)}/github`;
  for (const { event, payload } of codeDeliveries(new Date())) {
    const body = Buffer.from(JSON.stringify(payload));
    const headers = new Map([
      ["content-type", "application/json"],
      ["content-length", `${body.length}`],
      ["x-github-event", event],
      ["x-github-delivery", randomUUID()],
    ]);
    const request = { method: "POST", pathname, headers: (name: string) => headers.get(name) ?? null };
    const { status } = await receive({ ...request, body: inOne(body) });
    if (status >= 300) throw new Error(`The demo's delivery ${event} was refused with ${status}.`);
  }
}

async function* inOne(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

async function postCards({ webhookId, channelId, token }: DemoWebhook, cards: readonly DemoCard[]): Promise<void> {
  for (const card of cards) {
    const draft: WebhookDraft = {
      kind: "webhook",
      webhookId,
      channelId,
      tokenHash: hashToken(token),
      username: null,
      avatarUrl: null,
      idempotency: null,
      allowedMentions: null,
      ...card,
    };
    await postMessages([draft]);
  }
}
