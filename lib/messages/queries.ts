import { z } from "zod";
import type { AccessibleChannel } from "@/lib/channels/access";
import type { ChannelNameDto } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { AppError, noSuchMessage } from "@/lib/errors";
import {
  INCIDENT_ACTS,
  type IncidentActDto,
  type MessageDto,
  type MessageEditDto,
  type MessagePageDto,
} from "@/lib/messages/dto";
import { readChanges } from "@/lib/messages/read-changes";
import type { MessageFilter } from "@/lib/messages/schema";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { type MessageRow, messageSelect, toDtos, withShownImages } from "@/lib/messages/to-dto";
import { fromOthers, IN_FLOW } from "@/lib/notifications/who-is-notified";
import { mutedAuthors, notMuted } from "@/lib/users/muted-authors";

/** How many messages a channel opens with. */
const PAGE = 50;
/** How many load at a time while scrolling: few enough to render without a pause. */
const NEXT_PAGE = 25;

/** Whether the reader has `seesSenders`. */
type Seeing = { senders?: boolean };

/** A part of a channel: its end, or the messages before, after or around a `seq` (`around` centers it). */
export type PageOf = { at: "latest" } | { at: "before" | "after" | "around"; seq: number };

/**
 * A page of the channel's messages, oldest first, without replies that are only in their threads, and with deleted messages only if they have replies.
 * The caller checks access.
 */
export async function messagePage(
  channelId: bigint,
  of: PageOf,
  filter: MessageFilter | null = null,
  who: Seeing = {},
): Promise<MessagePageDto> {
  const shown = { channelId, ...whereShown(filter) };
  // Read first: the event stream sends again whatever changes while the page is being read.
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channelId }, select: { rev: true } });
  if (of.at === "around") {
    const [older, newer] = await Promise.all([
      messagesBeside(shown, { lt: of.seq }, PAGE / 2, who),
      messagesBeside(shown, { gte: of.seq }, PAGE / 2, who),
    ]);
    const messages = [...older.messages, ...newer.messages];
    return { messages, hasOlder: older.more, hasNewer: newer.more, rev: Number(rev) };
  }
  if (of.at === "after") {
    const { messages, more } = await messagesBeside(shown, { gt: of.seq }, NEXT_PAGE, who);
    return { messages, hasOlder: true, hasNewer: more, rev: Number(rev) };
  }
  if (of.at === "before") {
    const { messages, more } = await messagesBeside(shown, { lt: of.seq }, NEXT_PAGE, who);
    return { messages, hasOlder: more, hasNewer: true, rev: Number(rev) };
  }
  const { messages, more } = await messagesBeside(shown, {}, PAGE, who);
  return { messages, hasOlder: more, hasNewer: false, rev: Number(rev) };
}

/** At most `limit` messages that changed after revision `rev`, in the order of their changes, including tombstones. */
export async function changesSince(
  channelId: bigint,
  rev: number,
  limit: number,
  who: Seeing = {},
): Promise<MessageDto[]> {
  return toDtos(await readChanges(channelId, rev, limit), who);
}

/** The message with this id, or null. For responding to the user who just posted or changed it. */
export async function findMessage(id: bigint, who: Seeing = {}): Promise<MessageDto | null> {
  return findOne({ id }, who);
}

type InChannel = { message: MessageDto; channel: ChannelNameDto };

/** Returns these messages by their ids, each with its channel as the user sees it. The caller checks access. */
export async function messagesInChannels(
  user: { id: bigint },
  ids: readonly bigint[],
  reader: Pick<ReturnType<typeof db>, "message"> = db(),
): Promise<Map<string, InChannel>> {
  const rows = await reader.message.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { ...messageSelect, channel: { select: { id: true, name: true, kind: true } } },
  });
  const [messages, nameOf] = await Promise.all([
    toDtos(rows),
    namesFor(
      user,
      rows.map(({ channel }) => channel),
    ),
  ]);
  return new Map(
    messages.flatMap((message, index): [string, InChannel][] => {
      const channel = rows[index]?.channel;
      if (!channel) return [];
      return [[message.id, { message, channel: { ...channel, id: `${channel.id}`, name: nameOf(channel).name } }]];
    }),
  );
}

/**
 * A message that this webhook posted in its current channel, or null. It can't reach what it posted before it was
 * moved.
 */
export async function findWebhookMessage(webhookId: bigint, id: bigint): Promise<MessageDto | null> {
  return findOne({ id, webhookId, deletedAt: null, channel: { webhooks: { some: { id: webhookId } } } });
}

async function findOne(where: Prisma.MessageWhereInput, who: Seeing = {}): Promise<MessageDto | null> {
  const row = await db().message.findFirst({ where, select: messageSelect });
  return row ? ((await toDtos([row], who))[0] ?? null) : null;
}

/**
 * The `seq` of the first unread message in the channel itself, or null if there is none or the user isn't a member. Their own
 * messages and those of muted people and webhooks never count as unread.
 */
export async function firstUnreadSeq({ user, channel, membership }: AccessibleChannel): Promise<number | null> {
  if (!membership || membership.lastReadSeq >= channel.msgSeq) return null;
  const rows = await db().$queryRaw<{ seq: bigint }[]>`
    WITH ${mutedAuthors(user.id)}
    SELECT x.seq FROM messages x
    WHERE x.channel_id = ${channel.id} AND x.seq > ${membership.lastReadSeq} AND ${IN_FLOW}
      AND ${fromOthers(Prisma.sql`${user.id}`, notMuted)}
    ORDER BY x.seq LIMIT 1`;
  return rows[0] ? Number(rows[0].seq) : null;
}

// The same as `IN_FLOW`.
const inFlow = { OR: [{ threadRootId: null }, { inChannel: { not: null } }] } satisfies Prisma.MessageWhereInput;

async function messagesBeside(
  shown: Prisma.MessageWhereInput,
  seq: { lt?: number; gt?: number; gte?: number },
  limit: number,
  who: Seeing,
): Promise<{ messages: MessageDto[]; more: boolean }> {
  const forwards = seq.gt !== undefined || seq.gte !== undefined;
  const rows = await db().message.findMany({
    where: { ...shown, seq, AND: [inFlow, { OR: [{ deletedAt: null }, { replyCount: { gt: 0 } }] }] },
    orderBy: { seq: forwards ? "asc" : "desc" },
    take: limit + 1,
    select: messageSelect,
  });
  const fitting = rows.slice(0, limit).slice(0, pageCount(rows));
  const messages = await toDtos(fitting, who);
  return { messages: forwards ? messages : messages.reverse(), more: rows.length > fitting.length };
}

/** The condition for messages that the filter shows. */
function whereShown(filter: MessageFilter | null): Prisma.MessageWhereInput {
  if (filter === null) return {};
  if (filter.by === "webhook") return { webhookId: BigInt(filter.webhookId) };
  // `authorKind` alone would do, but the index of people's messages needs `webhookId: null`.
  return { webhookId: null, authorKind: "user", event: { equals: Prisma.DbNull } };
}

/**
 * A message's earlier versions, and what people did about its incident, oldest first. A person's are for its author and the channel's managers; a webhook's are
 * for everyone in the channel. Throws `forbidden` for others, `not_found` for a message of another channel.
 */
export async function editHistory(
  { user, channel, canManage }: AccessibleChannel,
  messageId: bigint,
): Promise<{ edits: MessageEditDto[]; acts: IncidentActDto[] }> {
  const message = await db().message.findFirst({
    where: { id: messageId, channelId: channel.id, deletedAt: null },
    select: {
      authorKind: true,
      userId: true,
      webhookId: true,
      edits: { orderBy: { id: "asc" }, select: { content: true, embeds: true, createdAt: true } },
      incident: { select: { acts: { orderBy: { id: "asc" }, take: MOST_ACTS, select: actSelect } } },
    },
  });
  if (!message) throw noSuchMessage();
  if (message.authorKind === "user" && message.userId !== user.id && !canManage) {
    throw new AppError("forbidden", "Only a message's author and the channel's managers can see its edit history.");
  }
  const edits = message.edits.map(({ content, embeds, createdAt }) => ({
    content,
    embeds: withShownImages(storedEmbeds(embeds), [], message.userId ?? message.webhookId),
    until: createdAt.toISOString(),
  }));
  const acts = (message.incident?.acts ?? []).map(({ kind, user: by, toUser, createdAt }) => ({
    kind: z.enum(INCIDENT_ACTS).parse(kind),
    by: by?.name ?? "Unknown",
    to: toUser?.name ?? null,
    at: createdAt.toISOString(),
  }));
  return { edits, acts };
}

const MOST_ACTS = 200;
const actSelect = {
  kind: true,
  createdAt: true,
  user: { select: { name: true } },
  toUser: { select: { name: true } },
} as const;

// A page is rendered at once, so long messages make it shorter. The rest loads on scrolling.
const PAGE_CHARACTERS = 100_000;

/** How many rows, from the first, fit a page by their size. At least one if there are any. */
export function pageCount(rows: readonly MessageRow[]): number {
  let characters = 0;
  const tooMuch = rows.findIndex(({ content, embeds }) => {
    characters += content.length + (embeds === null ? 0 : JSON.stringify(embeds).length);
    return characters > PAGE_CHARACTERS;
  });
  return tooMuch === -1 ? rows.length : Math.max(tooMuch, 1);
}
