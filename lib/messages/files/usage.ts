import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";
import type { ChannelUsageDto, FileUsageDto, LargeFileDto } from "@/lib/files/uploads/dto";
import { keptPayloadBytes } from "@/lib/files/uploads/kept-payloads";
import { INSTALL, WEBHOOKS } from "@/lib/files/uploads/quota";
import { requireAdmin } from "@/lib/people/allowed";
import type { SessionUser } from "@/lib/people/find-session-user";
import { env } from "@/lib/process/env";
import { paths } from "@/lib/text/paths";

const MOST_PEOPLE = 100;

/** Returns the storage that people and webhooks use. Throws `not_found` unless the user is an owner or admin. */
export async function fileUsage(user: Pick<SessionUser, "role">): Promise<FileUsageDto> {
  requireAdmin(user);
  type Row = { id: bigint; name: string; avatar_url: string | null; bytes: bigint; files: number; people: bigint };
  const [payloads, totals, people] = await Promise.all([
    keptPayloadBytes(),
    db().fileTotal.findMany({ where: { ownerId: { in: [INSTALL, WEBHOOKS] } } }),
    db().$queryRaw<Row[]>`
      SELECT u.id, u.name, u.avatar_url, t.bytes, t.files, count(*) OVER () AS people
      FROM file_totals t JOIN users u ON u.id = t.owner_id WHERE t.files > 0
      ORDER BY t.bytes DESC, u.id LIMIT ${MOST_PEOPLE}`,
  ]);
  const of = (id: bigint) => {
    const total = totals.find(({ ownerId }) => ownerId === id);
    return { used: Number(total?.bytes ?? 0), files: total?.files ?? 0 };
  };
  const { person, install } = env.uploadLimits;
  const all = of(INSTALL);
  return {
    ...all,
    used: all.used + payloads,
    payloads,
    limit: install,
    personLimit: person,
    webhooks: of(WEBHOOKS),
    people: people.map(({ id, name, avatar_url, bytes, files }) => {
      return { id: `${id}`, name, avatarUrl: shownImage(avatar_url, id), used: Number(bytes), files };
    }),
    more: Number(people[0]?.people ?? 0) - people.length,
  };
}

const MOST_CHANNELS = 50;

/**
 * Returns the storage that files take by the channel of their messages. Private channels are only named for their
 * members. Throws `not_found` unless the user is an owner or admin.
 */
export async function channelUsage(user: Pick<SessionUser, "id" | "role">): Promise<ChannelUsageDto> {
  requireAdmin(user);
  type Row = { id: bigint; name: string; kind: string; bytes: bigint; files: number; shown: boolean };
  const rows = await db().$queryRaw<Row[]>`
    SELECT c.id, c.name, c.kind::text, s.bytes, s.files, c.kind = 'public' OR c.kind = 'private' AND EXISTS (
        SELECT FROM memberships m WHERE m.channel_id = c.id AND m.user_id = ${user.id}) AS shown
    FROM channel_storage s JOIN channels c ON c.id = s.channel_id WHERE s.files > 0 ORDER BY s.bytes DESC, c.id`;
  const total = (some: Row[]) => ({
    used: some.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    files: some.reduce((sum, { files }) => sum + files, 0),
  });
  const shown = rows.filter((row) => row.shown);
  return {
    channels: shown.slice(0, MOST_CHANNELS).map(({ id, name, kind, bytes, files }) => {
      return { id: `${id}`, name, isPrivate: kind === "private", used: Number(bytes), files };
    }),
    more: total(shown.slice(MOST_CHANNELS)),
    hidden: total(rows.filter((row) => !row.shown)),
  };
}

const LARGEST = 20;
// The same file may have been posted often.
const READ = 200;

/**
 * Returns the largest files of the workspace, each once. Owners and admins aren't in every channel, so names are only
 * included for public channels and their own. Throws `not_found` for members.
 */
export async function largestFiles(user: Pick<SessionUser, "id" | "role">): Promise<LargeFileDto[]> {
  requireAdmin(user);
  type Row = {
    id: bigint;
    hash: string;
    name: string;
    size: number;
    createdAt: Date;
    by: string | null;
    channelName: string | null;
    shown: boolean;
  };
  const rows = await db().$queryRaw<Row[]>`
    SELECT a.id, encode(a.hash, 'hex') AS hash, a.name, a.size, a.created_at AS "createdAt", u.name AS by,
      CASE WHEN c.kind <> 'direct' THEN c.name END AS "channelName",
      c.kind = 'public' OR EXISTS (
        SELECT FROM memberships s WHERE s.channel_id = c.id AND s.user_id = ${user.id}) AS shown
    FROM (SELECT * FROM attachments ORDER BY size DESC, id DESC LIMIT ${READ}) a
    JOIN channels c ON c.id = a.channel_id JOIN messages m ON m.id = a.message_id AND m.deleted_at IS NULL
    LEFT JOIN users u ON u.id = a.user_id
    ORDER BY a.size DESC, a.id DESC`;
  const first = new Map(rows.toReversed().map((row) => [row.hash, row]));
  return rows
    .filter((row) => first.get(row.hash) === row)
    .slice(0, LARGEST)
    .map(({ id, name, size, createdAt, by, channelName, shown }) => ({
      id: `${id}`,
      size,
      by,
      createdAt: createdAt.toISOString(),
      shown: shown ? { name, url: paths.api.attachment(`${id}`, name), channelName } : null,
    }));
}
