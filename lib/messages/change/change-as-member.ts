import { recordAudit } from "@/lib/audit/record-audit";
import { type AccessibleChannel, seesSenders } from "@/lib/channels/access";
import { asMember } from "@/lib/channels/as-member";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  type Changeable,
  changeMessage,
  clearMessages,
  keepVersion,
  type MessageChange,
  publishChange,
} from "@/lib/messages/change-message";
import type { MessageDto } from "@/lib/messages/dto";
import { markdownWithEmoji } from "@/lib/messages/emoji/emoji";
import { postThreadLine, type ThreadLine } from "@/lib/messages/post/post-lines";
import { withNamesAsIds } from "@/lib/messages/post/send-message";
import { isStalePreview, previewLater, removePreview } from "@/lib/messages/previews/link-preview";
import { findMessage, messagesWithIds } from "@/lib/messages/read/queries";
import { MOST_REACTIONS } from "@/lib/messages/read/to-dto";
import type { ProvenTx } from "@/lib/people/as-person";
import { type Cursor, cursorText } from "@/lib/text/cursor";
import { AppError, noSuchMessage } from "@/lib/text/errors";
import { type Page, page } from "@/lib/text/page";

/**
 * Changes a message on behalf of a channel member and returns the changed message. A `line` says in
 * the message's thread that it changed, or neither is stored. Throws `not_found` if the message is deleted or in
 * another channel, `forbidden` if the user isn't a member or the channel is archived.
 */
export async function changeAsMember(
  accessible: AccessibleChannel,
  messageId: bigint,
  change: (tx: ProvenTx, message: Changeable, now: AccessibleChannel) => ReturnType<MessageChange>,
  line: ThreadLine | null = null,
): Promise<MessageDto> {
  const where = { id: messageId, channelId: accessible.channel.id };
  const [outcome, counters] = await asMember(accessible, async (tx, now) => {
    let rootId = messageId;
    const changed = await changeMessage(tx, where, (_, message) => {
      rootId = message.threadRootId ?? messageId;
      return change(tx, message, now);
    });
    if (line === null || typeof changed === "string") return [changed, null];
    const place = { channelId: now.channel.id, rootId, actorId: now.user.id };
    return [changed, await postThreadLine(tx, place, line)];
  });
  if (outcome === "unknown_message") throw noSuchMessage();
  if (outcome === "archived")
    throw new AppError("forbidden", "This channel is archived. Its messages can't be changed.");
  if (outcome !== "unchanged") publishChange(outcome);
  counters?.announce();
  const message = await findMessage(messageId, { senders: seesSenders(accessible) });
  if (!message) throw new Error("The message that was just changed is missing.");
  return message;
}

/**
 * Edits the user's own message and keeps the earlier version. An edit never notifies anyone. Throws `forbidden` for
 * another author's message, `invalid` if neither text nor files would be left.
 */
export async function editMessage(channel: AccessibleChannel, messageId: bigint, written: string): Promise<MessageDto> {
  const content = await withNamesAsIds(channel.user.id, markdownWithEmoji(written));
  const edited = await changeAsMember(channel, messageId, async (tx, message) => {
    if (message.authorKind !== "user" || message.userId !== channel.user.id) {
      throw new AppError("forbidden", "You can only edit your own messages.");
    }
    if (message.content === content) return null;
    const isStale = isStalePreview(message.embeds, content);
    if (content === "" && message.attachmentCount === 0 && (message.embeds === null || isStale)) {
      throw new AppError("invalid", "A message can't be empty. Write something, or delete it.");
    }
    await keepVersion(tx, message);
    return { content, editedAt: new Date(), ...(isStale && { embeds: Prisma.DbNull }) };
  });
  if (edited.embeds.length === 0) {
    previewLater({ id: messageId, channelId: channel.channel.id, userId: channel.user.id, content });
  }
  return edited;
}

/** Removes a message's link preview for good, for its author and the channel's managers. Throws `forbidden`. */
export function removeLinkPreview(channel: AccessibleChannel, messageId: bigint): Promise<MessageDto> {
  return changeAsMember(channel, messageId, async (_, message, now) => removePreview(now, message));
}

const authors = {
  user: { select: { id: true, name: true } },
  webhook: { select: { id: true, name: true } },
} as const;

/**
 * Deletes the user's own message or, if they manage the channel, any message. Deleting someone else's is recorded in
 * the audit log, without its text. Throws `forbidden`.
 */
export async function deleteMessage(channel: AccessibleChannel, messageId: bigint): Promise<void> {
  const { user: actor } = channel;
  await changeAsMember(channel, messageId, async (tx, message, now) => {
    const isOwn = message.authorKind === "user" && message.userId === actor.id;
    if (!isOwn && !now.canManage) {
      throw new AppError("forbidden", "Only a message's author and the channel's managers can delete it.");
    }
    if (!isOwn) {
      const { user, webhook } = await tx.message.findUniqueOrThrow({ where: { id: messageId }, select: authors });
      const details = { messageId: `${messageId}` };
      const of = { channel: channel.channel, member: user, webhook };
      await recordAudit(tx, { actor, action: "message.deleted", ...of, details });
    }
    return clearMessages(tx, [messageId]);
  });
}

const MOST_OWN = 20;
// Different emoji on one message, from all people together. No one could take in more.
const MOST_EMOJI = 100;

/**
 * Adds or removes the user's emoji on a message, `:name:` for a custom one; repeating it changes nothing. Throws
 * `conflict` beyond 20 emoji of one user, or 100 different emoji or 1,000 reactions in all, and `invalid` for a custom emoji
 * that doesn't exist.
 */
export function setReaction(
  channel: AccessibleChannel,
  messageId: bigint,
  emoji: string,
  present: boolean,
): Promise<MessageDto> {
  const userId = channel.user.id;
  return changeAsMember(channel, messageId, async (tx) => {
    const mine = { messageId, userId, emoji };
    if (!present) return (await tx.reaction.deleteMany({ where: mine })).count > 0 ? {} : null;
    if (emoji.startsWith(":") && !(await tx.customEmoji.findUnique({ where: { name: emoji.slice(1, -1) } })))
      throw new AppError("invalid", `There is no emoji ${emoji}. Choose another one.`);
    const own = await tx.reaction.count({ where: { messageId, userId, emoji: { not: emoji } } });
    if (own >= MOST_OWN) {
      throw new AppError("conflict", `You can add at most ${MOST_OWN} different emoji to a message. Remove one first.`);
    }
    const there = await tx.reaction.groupBy({ by: ["emoji"], where: { messageId }, _count: true });
    const all = there.reduce((sum, each) => sum + each._count, 0);
    if (all >= MOST_REACTIONS && !(await tx.reaction.findFirst({ where: mine, select: { userId: true } })))
      throw new AppError("conflict", "A message can have at most 1,000 reactions. Reply in its thread instead.");
    if (there.length >= MOST_EMOJI && !there.some((each) => each.emoji === emoji)) {
      throw new AppError(
        "conflict",
        `A message can have at most ${MOST_EMOJI} different emoji. Use one that's already there.`,
      );
    }
    return (await tx.reaction.createMany({ data: [mine], skipDuplicates: true })).count > 0 ? {} : null;
  });
}

const MOST_PINNED = 50;

/** Pins or unpins a message; any member may. Throws `conflict` if 50 messages are pinned already. */
export function setPinned(channel: AccessibleChannel, messageId: bigint, pinned: boolean): Promise<MessageDto> {
  return changeAsMember(channel, messageId, async (tx, message) => {
    if (pinned === (message.pinnedAt !== null)) return null;
    if (!pinned) return { pinnedAt: null, pinnedById: null };
    const count = await tx.message.count({ where: { channelId: channel.channel.id, pinnedAt: { not: null } } });
    if (count >= MOST_PINNED) {
      throw new AppError("conflict", `A channel can have at most ${MOST_PINNED} pinned messages. Unpin one first.`);
    }
    return { pinnedAt: new Date(), pinnedById: channel.user.id };
  });
}

/** A page of the channel's pinned messages, the latest pin first. */
export async function pinnedMessages(accessible: AccessibleChannel, after?: Cursor): Promise<Page<MessageDto>> {
  const pins = await pinnedIn(accessible);
  const isOlder = ({ id, key }: Cursor) =>
    after !== undefined && (key < after.key || (key === after.key && id < after.id));
  return page(after ? pins.filter(isOlder) : pins, {
    most: MOST_PINNED,
    cursorOf: cursorText,
    toItems: (some) =>
      messagesWithIds(
        some.map(({ id }) => id),
        { senders: seesSenders(accessible) },
      ),
  });
}

/** The ids of the channel's pinned messages. */
export async function pinnedIds(accessible: AccessibleChannel): Promise<string[]> {
  return (await pinnedIn(accessible)).map(({ id }) => `${id}`);
}

async function pinnedIn({ channel }: AccessibleChannel): Promise<Cursor[]> {
  const rows = await db().message.findMany({
    where: { channelId: channel.id, pinnedAt: { not: null }, deletedAt: null },
    orderBy: [{ pinnedAt: "desc" }, { id: "desc" }],
    take: MOST_PINNED,
    select: { id: true, pinnedAt: true },
  });
  return rows.map(({ id, pinnedAt }) => ({ id, key: pinnedAt?.toISOString() ?? "" }));
}
