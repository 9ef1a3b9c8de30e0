import { hash } from "@node-rs/argon2";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { MessageDraft, PostedMessage, UserDraft, WebhookDraft } from "@/lib/messages/draft";
import { postMessages } from "@/lib/messages/post/post-messages";
import type { SessionUser } from "@/lib/people/find-session-user";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";

/** A webhook and its token. */
export type MadeWebhook = { webhook: { id: bigint; channelId: bigint }; token: string };

let made = 0;

function unique(): string {
  made += 1;
  // Digits only: letters could begin a word that a test searches for.
  return `${process.pid}-${made}`;
}

/** Creates an empty workspace. Deletes an earlier one with its channels and the audit log. */
export async function makeWorkspace(): Promise<void> {
  await db().workspace.deleteMany();
  await db().channel.deleteMany();
  await db().auditEntry.deleteMany();
  await db().workspace.create({ data: { name: "Acme" } });
}

/** Creates an active user with a session. Without a `password` they can't sign in, but creating them is fast. */
export async function makeUser(
  fields: Partial<Prisma.UserUncheckedCreateInput> & { password?: string } = {},
): Promise<SessionUser> {
  const { password, ...given } = fields;
  const { sessions, ...user } = await db().user.create({
    data: {
      name: `Person ${unique()}`,
      email: `person.${unique()}@example.com`,
      passwordHash: password === undefined ? "none" : await hash(password),
      sessions: { create: { userAgent: "", address: "192.0.2.1" } },
      firstDayEndedAt: new Date(),
      ...given,
    },
    select: {
      id: true,
      name: true,
      email: true,
      avatarUrl: true,
      role: true,
      timeZone: true,
      showsPresence: true,
      lastChannelId: true,
      sessions: { select: { id: true } },
    },
  });
  return { ...user, sessionId: sessions[0]?.id ?? 0n };
}

/** Creates this many active users named "Person 1" and so on, as members of the channel if one is given. */
export async function makePeople(count: number, channel?: { id: bigint }): Promise<void> {
  await db().$executeRaw`
    WITH made AS (
      INSERT INTO users (name, email, password_hash)
      SELECT 'Person ' || n, 'person.' || n || ${`.${unique()}@example.com`}, 'none' FROM generate_series(1, ${count}) n RETURNING id)
    INSERT INTO memberships (channel_id, user_id) SELECT ${channel?.id ?? 0n}, id FROM made WHERE ${channel !== undefined}`;
  await db().$executeRaw`ANALYZE users, memberships`;
}

/** Signs the same user in on another device. */
export async function makeSession<User extends { id: bigint }>(user: User): Promise<User & { sessionId: bigint }> {
  const data = { userId: user.id, userAgent: "", address: "192.0.2.2" };
  const { id } = await db().session.create({ data, select: { id: true } });
  return { ...user, sessionId: id };
}

/** Creates a channel, public by default, with these users as plain members. */
export async function makeChannel(
  fields: Partial<Prisma.ChannelUncheckedCreateInput> & { members?: SessionUser[] } = {},
): Promise<{ id: bigint; name: string }> {
  const { members = [], ...given } = fields;
  return db().channel.create({
    data: {
      name: `channel-${unique()}`,
      ...(given.kind === "direct" && { directKey: unique() }),
      ...given,
      memberships: { create: members.map((user) => ({ userId: user.id })) },
    },
    select: { id: true, name: true },
  });
}

/** Adds a user to a channel. */
export async function makeMember(
  channel: { id: bigint },
  user: SessionUser,
  role: "member" | "manager" = "member",
): Promise<void> {
  await db().membership.create({ data: { channelId: channel.id, userId: user.id, role } });
}

/** Creates a webhook with its token, in a new channel unless one is given. */
export async function makeWebhook(fields: Partial<Prisma.WebhookUncheckedCreateInput> = {}): Promise<MadeWebhook> {
  const token = makeToken();
  const channelId = fields.channelId ?? (await makeChannel()).id;
  const webhook = await db().webhook.create({
    data: { name: `Webhook ${unique()}`, tokenHash: new Uint8Array(hashToken(token)), ...fields, channelId },
    select: { id: true, channelId: true },
  });
  return { webhook, token };
}

/** Creates a public channel with a webhook and these members. */
export async function makeTalk(...people: SessionUser[]): Promise<{ made: MadeWebhook; channel: { id: bigint } }> {
  const channel = await makeChannel({ members: people });
  return { made: await makeWebhook({ channelId: channel.id }), channel: { id: channel.id } };
}

/** Returns the path of the webhook's URL, followed by `suffix`. */
export function webhookPath({ webhook, token }: MadeWebhook, suffix = ""): string {
  return webhookPaths.incoming(`${webhook.id}`, token) + suffix;
}

/** Returns a draft of a webhook's message. */
export function webhookDraft({ webhook, token }: MadeWebhook, fields: Partial<WebhookDraft> = {}): WebhookDraft {
  return {
    kind: "webhook",
    webhookId: webhook.id,
    channelId: webhook.channelId,
    tokenHash: hashToken(token),
    content: `Message ${unique()}`,
    embeds: [],
    allowedMentions: null,
    username: null,
    avatarUrl: null,
    idempotency: null,
    ...fields,
  };
}

/** Returns a draft of a user's message. */
export function userDraft(user: SessionUser, channel: { id: bigint }, fields: Partial<UserDraft> = {}): UserDraft {
  return {
    kind: "user",
    userId: user.id,
    channelId: channel.id,
    nonce: null,
    content: `Message ${unique()}`,
    embeds: [],
    allowedMentions: null,
    ...fields,
  };
}

/** Posts a user's message, in a thread if one is given, and returns its id. */
export async function said(
  who: SessionUser,
  channel: { id: bigint },
  content: string,
  threadRootId: bigint | null = null,
): Promise<bigint> {
  return (await postedMessage(userDraft(who, channel, { content, threadRootId }))).messageId;
}

/** Makes messages and their files this many days older. */
export async function makeOlder(days: number, ...ids: bigint[]): Promise<void> {
  const older = Prisma.sql`created_at = created_at - make_interval(days => ${days})`;
  await db().$executeRaw`UPDATE messages SET ${older} WHERE id = ANY(${ids}::bigint[])`;
  await db().$executeRaw`UPDATE attachments SET ${older} WHERE message_id = ANY(${ids}::bigint[])`;
}

/** Posts a message. Throws if it's refused. */
export async function postedMessage(draft: MessageDraft): Promise<PostedMessage> {
  const [result] = await postMessages([draft]);
  if (!result || "refused" in result) throw new Error(`Refused: ${result?.refused}`);
  return result;
}
