import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { markAvatarUrl } from "@/lib/files/images/mark-avatar";
import { shownImage } from "@/lib/files/images/signed-url";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import { excerpt } from "@/lib/messages/cards/excerpt";
import { closedIncidentOf, incidentSelect, toIncidentDto } from "@/lib/messages/cards/incidents";
import { leadsOf } from "@/lib/messages/cards/leads";
import { markdownTexts, PAYLOAD_CODE } from "@/lib/messages/cards/markdown-texts";
import type {
  AuthorDto,
  Embed,
  EmbedImageDto,
  MentionDto,
  MessageDto,
  ReactionDto,
  ThreadDto,
} from "@/lib/messages/dto";
import { attachmentSelect, toAttachmentDto } from "@/lib/messages/files/queries";
import { withLineNames } from "@/lib/messages/line-text";
import { namedIds, personIds } from "@/lib/messages/markdown/mention-grammar";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { storedEmbeds } from "@/lib/messages/stored-embeds";

export const messageSelect = {
  id: true,
  channelId: true,
  seq: true,
  rev: true,
  authorKind: true,
  userId: true,
  webhookId: true,
  authorName: true,
  authorAvatarUrl: true,
  content: true,
  embeds: true,
  attachments: {
    orderBy: { position: "asc" },
    select: attachmentSelect,
  },
  incident: { select: incidentSelect },
  pinnedAt: true,
  mentionedUserIds: true,
  mentionsEveryone: true,
  threadRootId: true,
  inChannel: true,
  replyCount: true,
  lastReplyAt: true,
  lastReplySeq: true,
  gathered: true,
  nonce: true,
  sentById: true,
  createdAt: true,
  editedAt: true,
  updateCount: true,
  deletedAt: true,
  event: true,
  silent: true,
  user: { select: { name: true, avatarUrl: true, deletedAt: true } },
} satisfies Prisma.MessageSelect;

/** A row with these columns. Without its reactions, `toDtos` reads them. */
export type MessageRow = Prisma.MessageGetPayload<{ select: typeof messageSelect }> & {
  reactions?: readonly ReactionRow[];
};

type ReactionRow = { emoji: string; user: { id: bigint; name: string } };

// Parsing Markdown blocks the event loop, so it yields after 10 ms.
const AT_ONCE_MS = 10;

/**
 * Converts rows for the browser, in their order. Reads the names of mentioned people, who replied and, with `senders`,
 * who sent webhook messages by hand, which only managers may see.
 */
export async function toDtos(rows: readonly MessageRow[], { senders = false } = {}): Promise<MessageDto[]> {
  const named = rows.map((row) => personIds(namedIds(textsOf(row))));
  const sentBy = rows.flatMap(({ sentById }) => (senders && sentById !== null ? [sentById] : []));
  const ids = new Set([...named.flat(), ...sentBy]);
  const [people, groups, repliers, roots, reactions] = await Promise.all([
    ids.size === 0 ? [] : db().user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } }),
    groupsAmong(rows, named),
    repliersOf(rows),
    rootsOf(rows),
    reactionsTo(rows),
  ]);
  const names: Names = new Map([
    ...people.map(({ id, name }): [bigint, Name] => [id, { name }]),
    ...groups.map(({ id, handle, members }): [bigint, Name] => [id, { name: handle, members }]),
  ]);
  const messages: MessageDto[] = [];
  let began = performance.now();
  for (const [index, row] of rows.entries()) {
    const message =
      row.event === null
        ? {
            ...toDto(row, mentionsOf(row, named[index] ?? [], names), repliers.get(row.id) ?? []),
            reactions: byEmoji(row.reactions ?? reactions.get(row.id) ?? []),
            ...inChannelOf(row, roots),
          }
        : { ...toDto({ ...row, content: withLineNames(row.content, names) }, [], []), isLine: true as const };
    messages.push(senders ? { ...message, ...senderOf(row, names) } : message);
    if (performance.now() - began < AT_ONCE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
  return messages;
}

/** The name of a person, or a user group's handle and members, by id. */
type Names = ReadonlyMap<bigint, Name>;
type Name = { name: string; members?: bigint[] };

type MentionedGroup = { id: bigint; handle: string; members: bigint[] };

/** Returns the user groups that the messages mention, deleted ones too, with the members whom they notified. Most mention none. */
async function groupsAmong(
  rows: readonly MessageRow[],
  named: readonly (readonly bigint[])[],
): Promise<MentionedGroup[]> {
  const ids = rows.flatMap((row, index) => (textsOf(row).includes("<@&") ? (named[index] ?? []) : []));
  if (ids.length === 0) return [];
  const notified = new Set(rows.flatMap(({ mentionedUserIds }) => mentionedUserIds));
  return db().$queryRaw<MentionedGroup[]>`
    SELECT g.id, g.handle, ARRAY(
      SELECT user_id FROM user_group_members m WHERE m.group_id = g.id AND m.user_id = ANY(${[...notified]}::bigint[])) AS members
    FROM user_groups g WHERE g.id = ANY(${[...new Set(ids)]}::bigint[])`;
}

function senderOf({ sentById, deletedAt }: MessageRow, names: Names): Pick<MessageDto, "sentBy"> {
  const name = sentById === null || deletedAt !== null ? undefined : names.get(sentById)?.name;
  return name === undefined ? {} : { sentBy: { id: `${sentById}`, name } };
}

function mentionsOf(row: MessageRow, named: readonly bigint[], names: Names): MentionDto[] {
  return named.flatMap((id) => {
    const found = names.get(id);
    if (!found) return [];
    const { name, members } = found;
    if (!members) return [{ id: `${id}`, name, notifies: row.mentionedUserIds.includes(id) }];
    const notified = row.mentionedUserIds.filter((userId) => members.includes(userId)).map(String);
    return [{ id: `${id}`, name, notifies: notified.length > 0, group: notified }];
  });
}

/** The most reactions of a message, counted where they're added. */
export const MOST_REACTIONS = 1_000;

/** Reads the reactions to those of the messages that came without, as one row for each message. */
async function reactionsTo(rows: readonly MessageRow[]): Promise<Map<bigint, ReactionRow[]>> {
  const ids = rows.flatMap(({ id, reactions }) => (reactions ? [] : [id]));
  if (ids.length === 0) return new Map();
  type Found = { id: bigint; reactions: { emoji: string; id: string; name: string }[] };
  const found = await db().$queryRaw<Found[]>`
    SELECT x.id, json_agg(json_build_object('emoji', r.emoji, 'id', u.id::text, 'name', u.name) ORDER BY r.created_at, u.id) AS reactions
    FROM unnest(${ids}::bigint[]) AS x(id) CROSS JOIN LATERAL (
      SELECT emoji, user_id, created_at FROM reactions WHERE message_id = x.id
      ORDER BY created_at, user_id LIMIT ${MOST_REACTIONS}) r
    JOIN users u ON u.id = r.user_id
    GROUP BY x.id`;
  return new Map(found.map((row) => [row.id, row.reactions.map(toReactionRow)]));
}

/** Converts a reaction that was read as JSON, where an id is text because a number would lose digits. */
export function toReactionRow({ emoji, id, name }: { emoji: string; id: string; name: string }): ReactionRow {
  return { emoji, user: { id: BigInt(id), name } };
}

function byEmoji(reactions: readonly ReactionRow[]): ReactionDto[] {
  const all = new Map<string, ReactionDto>();
  for (const { emoji, user } of reactions) {
    const reaction = all.get(emoji) ?? { emoji, people: [] };
    reaction.people.push({ id: `${user.id}`, name: user.name });
    all.set(emoji, reaction);
  }
  return [...all.values()];
}

// Who hasn't written one of a thread's latest replies isn't among those shown, so that long threads don't take longer.
const LATEST_REPLIES = 30;
const MOST_REPLIERS = 3;

type AuthorColumns = Pick<
  MessageRow,
  "authorKind" | "userId" | "webhookId" | "authorName" | "authorAvatarUrl" | "user"
>;

/** Returns who replied last to these messages, by the message's id, with one query for all of them. */
async function repliersOf(rows: readonly MessageRow[]): Promise<Map<bigint, AuthorDto[]>> {
  const found = new Map<bigint, AuthorDto[]>();
  const roots = rows.flatMap(({ id, replyCount }) => (replyCount > 0 ? [id] : []));
  if (roots.length === 0) return found;
  const replies = await db().$queryRaw<(AuthorColumns & { rootId: bigint })[]>`
    SELECT root_id AS "rootId", author_kind::text AS "authorKind", user_id AS "userId", webhook_id AS "webhookId",
      author_name AS "authorName", author_avatar_url AS "authorAvatarUrl",
      json_build_object('name', u.name, 'avatarUrl', u.avatar_url, 'deletedAt', u.deleted_at) AS "user"
    FROM unnest(${roots}::bigint[]) root_id
    CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT DISTINCT ON (coalesce(user_id, webhook_id)) * FROM (
          SELECT author_kind, user_id, webhook_id, author_name, author_avatar_url, seq FROM messages
          WHERE thread_root_id = root_id AND deleted_at IS NULL AND event IS NULL ORDER BY seq DESC LIMIT ${LATEST_REPLIES}
        ) latest ORDER BY coalesce(user_id, webhook_id), seq DESC
      ) each ORDER BY seq DESC LIMIT ${MOST_REPLIERS}
    ) reply
    LEFT JOIN users u ON u.id = user_id
    ORDER BY seq DESC`;
  for (const { rootId, ...reply } of replies) found.set(rootId, [...(found.get(rootId) ?? []), authorOf(reply)]);
  return found;
}

// Long enough to recognize the thread.
const ROOT_TEXT = 80;

/** Returns the beginning of what these replies reply to, by the root's id. Only of those that also appear in the channel. */
async function rootsOf(rows: readonly MessageRow[]): Promise<Map<bigint, string>> {
  const ids = rows.flatMap(({ threadRootId, inChannel }) => (inChannel && threadRootId !== null ? [threadRootId] : []));
  if (ids.length === 0) return new Map();
  const found = await db().message.findMany({ where: { id: { in: [...new Set(ids)] } }, select: messageSelect });
  const roots = await toDtos(found);
  return new Map(roots.map((root) => [BigInt(root.id), root.deleted ? "" : excerpt(root, ROOT_TEXT)]));
}

function inChannelOf(
  { threadRootId, inChannel }: MessageRow,
  roots: ReadonlyMap<bigint, string>,
): Pick<MessageDto, "inChannel"> {
  return inChannel && threadRootId !== null ? { inChannel: { root: roots.get(threadRootId) ?? "" } } : {};
}

function threadOf(row: MessageRow, repliers: AuthorDto[]): ThreadDto | null {
  const { replyCount, lastReplyAt, lastReplySeq } = row;
  if (replyCount === 0 || lastReplyAt === null || lastReplySeq === null) return null;
  // Retention deletes replies without counting these.
  const gathered = Math.min(row.gathered ?? 0, replyCount);
  return {
    replyCount,
    ...(gathered > 0 && { gathered }),
    lastReplyAt: lastReplyAt.toISOString(),
    lastReplySeq: Number(lastReplySeq),
    repliers,
  };
}

function authorOf(
  { authorKind, userId, webhookId, authorName, authorAvatarUrl, user }: AuthorColumns,
  embeds: readonly Embed[] = [],
): AuthorDto {
  const person = authorKind === "user";
  // A deleted person has no profile to open.
  const id = person ? (user?.deletedAt ? null : userId) : webhookId;
  return {
    kind: authorKind,
    id: id === null ? null : `${id}`,
    name: (person ? user?.name : authorName) ?? "Unknown",
    avatarUrl: shownImage(person ? user?.avatarUrl : (authorAvatarUrl ?? toolAvatar(embeds)), id),
  };
}

/** The logo of the tool that a message is from, for webhooks without an avatar. */
function toolAvatar([embed]: readonly Embed[]): string | null {
  const mark = embed?.tool?.mark;
  return mark === undefined ? null : markAvatarUrl(mark);
}

function textsOf({ content, embeds }: MessageRow): string {
  return embeds === null ? content : `${content}\n${JSON.stringify(embeds)}`;
}

function toDto(row: MessageRow, mentions: MentionDto[], repliers: AuthorDto[]): MessageDto {
  const authorId = row.authorKind === "user" ? row.userId : row.webhookId;
  // Only `postMessages` and edits write this column, after validation, so its type is certain.
  const files = row.attachments.map(toAttachmentDto);
  const { embeds: resolved, shown } = resolveAttachments(storedEmbeds(row.embeds), files);
  const embeds = withShownImages(resolved, files, authorId);
  return {
    id: `${row.id}`,
    channelId: `${row.channelId}`,
    seq: Number(row.seq),
    rev: Number(row.rev),
    author: authorOf(row, embeds),
    content: row.content,
    embeds,
    parsed: markdownTexts({ content: row.content, embeds }).map((text) => parseMarkdown(text, row.mentionsEveryone)),
    attachments: shown,
    mentions,
    mentionsEveryone: row.mentionsEveryone,
    reactions: [],
    pinned: row.pinnedAt !== null,
    threadId: row.threadRootId === null ? null : `${row.threadRootId}`,
    thread: threadOf(row, repliers),
    nonce: row.nonce,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    updateCount: row.updateCount,
    incident: toIncidentDto(row.incident),
    ...closedIncidentOf(row.incident),
    deleted: row.deletedAt !== null,
    ...(row.silent && { silent: true }),
  };
}

/**
 * Replaces each `attachment://name` in the embeds with that attachment's URL, and returns the attachments that no embed
 * shows. An unknown name is left out.
 */
export function resolveAttachments<A extends { name: string; url: string }>(
  embeds: readonly Embed[],
  attachments: readonly A[],
): { embeds: Embed[]; shown: A[] } {
  const used = new Set<A>();
  const resolve = (url: string): string | undefined => {
    if (!url.startsWith("attachment://")) return url;
    const found = attachments.find(({ name }) => name === url.slice("attachment://".length));
    if (found) used.add(found);
    return found?.url;
  };
  const resolved = embeds.map((embed) => ({
    ...embed,
    ...imageOf("image", embed, resolve),
    ...imageOf("thumbnail", embed, resolve),
    ...iconOf("author", embed, resolve),
    ...iconOf("footer", embed, resolve),
  }));
  return { embeds: resolved, shown: attachments.filter((attachment) => !used.has(attachment)) };
}

function imageOf(part: "image" | "thumbnail", embed: Embed, resolve: (url: string) => string | undefined): Embed {
  const image = embed[part];
  if (!image) return {};
  const url = resolve(image.url);
  return { [part]: url === undefined ? undefined : { url } };
}

function iconOf(part: "author" | "footer", embed: Embed, resolve: (url: string) => string | undefined): Embed {
  const icon = embed[part]?.icon_url;
  return icon === undefined ? {} : { [part]: { ...embed[part], icon_url: resolve(icon) } };
}

type Files = readonly Pick<AttachmentDto, "url" | "shown">[];

/**
 * The embeds of the person or webhook `by` for readers: with where their links lead, and with each image's URL on this install, so
 * that browsers never request the host that a sender names. Attachments must be resolved already.
 */
export function withShownImages(embeds: readonly Embed[], files: Files, by: bigint | null): Embed[] {
  const shown = (url: string) =>
    (url.startsWith("/") ? files.find((file) => file.url === url)?.shown?.preview : shownImage(url, by)) ?? undefined;
  const image = ({ url }: EmbedImageDto): EmbedImageDto => ({ url, proxy_url: shown(url) });
  const icon = (url: string | undefined) => (url ? { proxy_icon_url: shown(url) } : {});
  return embeds.map((embed) => ({
    ...embed,
    ...(embed.image && { image: image(embed.image) }),
    ...(embed.thumbnail && { thumbnail: image(embed.thumbnail) }),
    ...(embed.author && { author: { ...embed.author, ...icon(embed.author.icon_url) } }),
    ...(embed.footer && { footer: { ...embed.footer, ...icon(embed.footer.icon_url) } }),
    ...leadsIn(embed),
    ...payloadOf(embed),
  }));
}

const PAYLOAD = new RegExp(`^(\`{3,})${PAYLOAD_CODE}\n[^]*\n\\1$`, "m");

/** Takes apart the text of a card that Parley made from unknown JSON: the payload comes after the fields. */
function payloadOf({ description = "" }: Embed): Pick<Embed, "description" | "payload"> {
  const text = description.trimEnd();
  const at = text.search(PAYLOAD);
  return at === -1 ? {} : { description: text.slice(0, at).trimEnd() || undefined, payload: text.slice(at) };
}

function leadsIn(embed: Embed): Pick<Embed, "leads"> {
  const leads = leadsOf(embed);
  return leads ? { leads } : {};
}
