import { nameHasWords } from "@/lib/channels/fold-name";
import { Prisma } from "@/lib/db/generated/client";
import type { SearchQuery, Thing } from "@/lib/search/parse-query";
import type { SessionUser } from "@/lib/users/find-session-user";

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

/** SQL that says whether the message `m` passes the query's filters, its channels aside. */
export function passesFilters(user: SessionUser, { from, has, since, until }: SearchQuery): Prisma.Sql[] {
  const authors = from.map((name) => isBy(user, name));
  return [
    ...has.map((thing) => HAS[thing]),
    ...(since ? [Prisma.sql`m.created_at >= ${since}`] : []),
    ...(until ? [Prisma.sql`m.created_at < ${until}`] : []),
    ...(authors.length > 0 ? [Prisma.sql`(${Prisma.join(authors, " OR ")})`] : []),
  ];
}

// A webhook is meant by its own name, and by those under which its messages are shown: there are few, so they are compared once.
function isBy(user: SessionUser, name: string): Prisma.Sql {
  if (name.toLowerCase() === "me") return Prisma.sql`m.user_id = ${user.id}`;
  return Prisma.sql`(m.user_id IN (SELECT u.id FROM users u WHERE ${nameHasWords(Prisma.sql`u.name`, name)})
    OR m.webhook_id IN (SELECT w.id FROM webhooks w WHERE ${nameHasWords(Prisma.sql`w.name`, name)})
    OR m.author_kind = 'webhook' AND m.author_name IN (
      SELECT s.name FROM shown_names s WHERE ${nameHasWords(Prisma.sql`s.name`, name)}))`;
}
