import { mayRead } from "@/lib/channels/access";
import { namesFor } from "@/lib/channels/names-for";
import { db } from "@/lib/db/client";
import { folded, foldName, nameHasWords } from "@/lib/db/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import type { SearchQuery, Thing } from "@/lib/messages/search/parse-query";
import type { SessionUser } from "@/lib/people/find-session-user";

const HAS: Record<Thing, Prisma.Sql> = {
  link: Prisma.sql`(m.content ~* 'https?://' OR jsonb_path_exists(m.embeds, '$[*].url')
    OR jsonb_path_exists(m.embeds, '$[*].description ? (@ like_regex "https?://" flag "i")'))`,
  file: Prisma.sql`m.attachment_count > 0`,
  image: Prisma.sql`(jsonb_path_exists(m.embeds, '$[*].image') OR jsonb_path_exists(m.embeds, '$[*].thumbnail')
    OR m.attachment_count > 0
      AND EXISTS (SELECT FROM attachments a WHERE a.message_id = m.id AND a.content_type LIKE 'image/%'))`,
  embed: Prisma.sql`m.embeds IS NOT NULL`,
  reaction: Prisma.sql`EXISTS (SELECT FROM reactions r WHERE r.message_id = m.id)`,
  thread: Prisma.sql`m.reply_count > 0`,
  pin: Prisma.sql`m.pinned_at IS NOT NULL`,
};

/** Returns SQL that tells whether the message `m` passes the query's filters, except for channels. */
export function passesFilters(user: SessionUser, { from, has, tool, since, until }: SearchQuery): Prisma.Sql[] {
  const authors = from.map((name) => isBy(user, name));
  const filters = [
    ...has.map((thing) => HAS[thing]),
    ...(tool.length > 0 ? [hasTool(tool)] : []),
    ...(since ? [Prisma.sql`m.created_at >= ${since}`] : []),
    ...(until ? [Prisma.sql`m.created_at < ${until}`] : []),
    ...(authors.length > 0 ? [Prisma.sql`(${Prisma.join(authors, " OR ")})`] : []),
  ];
  // Lines have no words in the index, so only filters could find them.
  return filters.length === 0 ? [] : [Prisma.sql`m.event IS NULL`, ...filters];
}

// A tool is named in its cards as Parley writes it: "GitLab", "Uptime Kuma".
function hasTool(names: readonly string[]): Prisma.Sql {
  return Prisma.sql`m.embeds IS NOT NULL AND EXISTS (
    SELECT FROM jsonb_array_elements(m.embeds) AS card
    WHERE ${folded(Prisma.sql`card->'tool'->>'name'`)} = ANY(${names.map(foldName)}::text[]))`;
}

// A webhook matches by its own name and by the names shown with its messages. There are few, so each is compared only
// once.
function isBy(user: SessionUser, name: string): Prisma.Sql {
  if (name.toLowerCase() === "me") return Prisma.sql`m.user_id = ${user.id}`;
  return Prisma.sql`(m.user_id IN (SELECT u.id FROM users u WHERE ${nameHasWords(Prisma.sql`u.name`, name)})
    OR m.webhook_id IN (SELECT w.id FROM webhooks w WHERE ${nameHasWords(Prisma.sql`w.name`, name)})
    OR m.author_kind = 'webhook' AND m.author_name IN (
      SELECT s.name FROM shown_names s WHERE ${nameHasWords(Prisma.sql`s.name`, name)}))`;
}

// Up to this many messages, reading all of the channels' messages is faster than using the index, which covers every
// channel.
const FEW = 5_000;

/** The channels to search: a condition on the message `m`, and, for a few channels with few messages, their ids. */
type Scope = { condition: Prisma.Sql; channelIds: bigint[] | null };

/**
 * Returns the channels to search: all that this person can read, or those that match one of `names`. The name of a
 * person in a direct message matches it too.
 */
export async function scopeOf(user: SessionUser, names: readonly string[]): Promise<Scope> {
  if (names.length === 0) {
    const condition = Prisma.sql`EXISTS (SELECT FROM channels c WHERE c.id = m.channel_id AND ${mayRead(Prisma.sql`${user.id}`)})`;
    return { condition, channelIds: null };
  }
  const meant = await channelsMeant(user, names);
  const ids = meant.map(({ id }) => id);
  const messages = meant.reduce((sum, { rev }) => sum + Number(rev), 0);
  return { condition: Prisma.sql`m.channel_id = ANY(${ids}::bigint[])`, channelIds: messages <= FEW ? ids : null };
}

type Channel = { id: bigint; name: string; kind: "public" | "private" | "direct"; rev: bigint };

async function channelsMeant(user: SessionUser, names: readonly string[]): Promise<Channel[]> {
  const foldedNames = names.map(foldName);
  // The name of a direct message depends on its members, so it's compared below.
  const rows = await db().$queryRaw<Channel[]>`
    SELECT c.id, c.name, c.kind::text, c.rev FROM channels c
    WHERE (c.kind = 'direct' OR ${folded(Prisma.sql`c.name`)} = ANY(${foldedNames}::text[])) AND ${mayRead(Prisma.sql`${user.id}`)}`;
  const naming = await namesFor(user, rows);
  return rows.filter((row) => row.kind !== "direct" || isMeant(foldName(naming(row).name), foldedNames));
}

function isMeant(people: string, foldedNames: readonly string[]): boolean {
  return foldedNames.some((one) => ` ${people}`.includes(` ${one}`));
}
