import { z } from "zod";
import type { AccessibleChannel } from "@/lib/channels/access";
import type { ChannelNameDto } from "@/lib/channels/dto";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  INCIDENT_ACTS,
  type IncidentActDto,
  type MessageDto,
  type MessageEditDto,
  type MessagePageDto,
} from "@/lib/messages/dto";
import { readChanges } from "@/lib/messages/read/read-changes";
import { type MessageRow, messageSelect, toDtos, withShownImages } from "@/lib/messages/read/to-dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import { mutedAuthors, notMuted } from "@/lib/people/muted-authors";
import { fromOthers, IN_FLOW } from "@/lib/people/notifications/who-is-notified";
import { AppError, noSuchMessage } from "@/lib/text/errors";
import { countFitting, PAGE_BYTES, page } from "@/lib/text/page";

/** How many messages a channel opens with. */
const PAGE = 50;
/** How many load at a time while scrolling: few enough to render without a pause. */
const NEXT_PAGE = 25;

/** Whether the reader has `seesSenders`. */
type ReaderRights = { senders?: boolean };

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
  who: ReaderRights = {},
): Promise<MessagePageDto> {
  const shown = { channelId, ...whereShown(filter) };
  // Read first: the event stream sends again whatever changes while the page is being read.
  const { rev } = await db().channel.findUniqueOrThrow({ where: { id: channelId }, select: { rev: true } });
  if (of.at === "around") {
    const half = { limit: PAGE / 2, bytes: PAGE_BYTES / 2, who };
    const [older, newer] = await Promise.all([
      messagesBeside(shown, { lt: of.seq }, half),
      messagesBeside(shown, { gte: of.seq }, half),
    ]);
    const messages = [...older.messages, ...newer.messages];
    return { messages, hasOlder: older.more, hasNewer: newer.more, rev: Number(rev) };
  }
  if (of.at === "after") {
    const { messages, more } = await messagesBeside(shown, { gt: of.seq }, { limit: NEXT_PAGE, who });
    return { messages, hasOlder: true, hasNewer: more, rev: Number(rev) };
  }
  if (of.at === "before") {
    const { messages, more } = await messagesBeside(shown, { lt: of.seq }, { limit: NEXT_PAGE, who });
    return { messages, hasOlder: more, hasNewer: true, rev: Number(rev) };
  }
  const { messages, more } = await messagesBeside(shown, {}, { limit: PAGE, who });
  return { messages, hasOlder: more, hasNewer: false, rev: Number(rev) };
}

// Most of the time there is one change. Many are read in steps, because their sizes are known only afterwards.
const FIRST_CHANGES = 20;

/**
 * The messages that changed after revision `rev`, in the order of their changes, including tombstones: at most `limit`,
 * and at most a page's bytes of them. `more` says whether more changed.
 */
export async function changesSince(
  channelId: bigint,
  rev: number,
  limit: number,
  who: ReaderRights = {},
): Promise<{ messages: MessageDto[]; more: boolean }> {
  const messages: MessageDto[] = [];
  let bytes = 0;
  while (true) {
    const asked = Math.min(messages.length === 0 ? FIRST_CHANGES : messages.length * 4, limit - messages.length) + 1;
    const rows = await readChanges(channelId, messages.at(-1)?.rev ?? rev, asked);
    const made = await toDtos(rows.slice(0, asked - 1).slice(0, pageCount(rows)), who);
    const fitting = countFitting(made, PAGE_BYTES - bytes, messages.length === 0);
    messages.push(...made.slice(0, fitting.count));
    bytes += fitting.bytes;
    const more = rows.length > fitting.count;
    if (!more || fitting.count < asked - 1 || messages.length >= limit) return { messages, more };
  }
}

/** The message with this id, or null. For responding to the user who just posted or changed it. */
export async function findMessage(id: bigint, who: ReaderRights = {}): Promise<MessageDto | null> {
  return findOne({ id }, who);
}

/** Returns these messages, in the order of their ids; null for those that don't exist. The caller checks access. */
export async function messagesWithIds(ids: readonly bigint[], who: ReaderRights): Promise<(MessageDto | null)[]> {
  const rows = await db().message.findMany({ where: { id: { in: [...ids] } }, select: messageSelect });
  const found = new Map((await toDtos(rows, who)).map((message) => [message.id, message]));
  return ids.map((id) => found.get(`${id}`) ?? null);
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

async function findOne(where: Prisma.MessageWhereInput, who: ReaderRights = {}): Promise<MessageDto | null> {
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
  { limit, bytes = PAGE_BYTES, who }: { limit: number; bytes?: number; who: ReaderRights },
): Promise<{ messages: MessageDto[]; more: boolean }> {
  const forwards = seq.gt !== undefined || seq.gte !== undefined;
  const rows = await db().message.findMany({
    where: { ...shown, seq, AND: [inFlow, { OR: [{ deletedAt: null }, { replyCount: { gt: 0 } }] }] },
    orderBy: { seq: forwards ? "asc" : "desc" },
    take: limit + 1,
    select: messageSelect,
  });
  const made = await toDtos(rows.slice(0, limit).slice(0, pageCount(rows)), who);
  const messages = made.slice(0, countFitting(made, bytes, true).count);
  return { messages: forwards ? messages : messages.toReversed(), more: rows.length > messages.length };
}

/** The condition for messages that the filter shows. */
function whereShown(filter: MessageFilter | null): Prisma.MessageWhereInput {
  if (filter === null) return {};
  if (filter.by === "webhook") return { webhookId: BigInt(filter.webhookId) };
  // `authorKind` alone would do, but the index of people's messages needs `webhookId: null`.
  return { webhookId: null, authorKind: "user", event: { equals: Prisma.DbNull } };
}

/**
 * A page of a message's earlier versions, newest first, and with the first page, what people did about its incident. A
 * person's are for its author and the channel's managers; a webhook's are for everyone in the channel. Throws
 * `forbidden` for others, `not_found` for a message of another channel.
 */
export async function editHistory(
  { user, channel, canManage }: AccessibleChannel,
  messageId: bigint,
  after?: bigint,
): Promise<{ edits: MessageEditDto[]; acts: IncidentActDto[]; next: string | null }> {
  const message = await db().message.findFirst({
    where: { id: messageId, channelId: channel.id, deletedAt: null },
    select: {
      authorKind: true,
      userId: true,
      webhookId: true,
      edits: {
        ...(after !== undefined && { where: { id: { lt: after } } }),
        orderBy: { id: "desc" },
        take: MOST_EDITS + 1,
        select: { id: true },
      },
      incident: { select: { acts: { orderBy: { id: "desc" }, take: MOST_ACTS, select: actSelect } } },
    },
  });
  if (!message) throw noSuchMessage();
  if (message.authorKind === "user" && message.userId !== user.id && !canManage) {
    throw new AppError("forbidden", "Only a message's author and the channel's managers can see its edit history.");
  }
  const { items: edits, next } = await page(message.edits, {
    most: MOST_EDITS,
    cursorOf: ({ id }) => `${id}`,
    toItems: (some) => editsWithIds(some, message.userId ?? message.webhookId),
  });
  const acts = after === undefined ? (message.incident?.acts ?? []) : [];
  return { edits, acts: acts.map(toActDto), next };
}

async function editsWithIds(ids: readonly { id: bigint }[], by: bigint | null): Promise<(MessageEditDto | null)[]> {
  const rows = await db().messageEdit.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map(({ id }) => {
    const edit = found.get(id);
    if (!edit) return null;
    const embeds = withShownImages(storedEmbeds(edit.embeds), [], by);
    return { content: edit.content, embeds, until: edit.createdAt.toISOString() };
  });
}

const MOST_EDITS = 100;
const MOST_ACTS = 200;
const actSelect = {
  kind: true,
  createdAt: true,
  user: { select: { name: true } },
  toUser: { select: { name: true } },
} as const satisfies Prisma.IncidentActSelect;

function toActDto(act: Prisma.IncidentActGetPayload<{ select: typeof actSelect }>): IncidentActDto {
  return {
    kind: z.enum(INCIDENT_ACTS).parse(act.kind),
    by: act.user?.name ?? "Unknown",
    to: act.toUser?.name ?? null,
    at: act.createdAt.toISOString(),
  };
}

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
