import { MOST_OTHERS } from "@/lib/channels/dto";
import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { cleanName } from "@/lib/text/names";
import { cut, oneLine } from "@/lib/text/text";
import { earlier, type Matches, remember } from "./matches";
import type { ImportSource, LeftOut, SourceChannel } from "./source";

/** `isNew` if this import makes it, so that its source decides who manages it. */
type FoundChannel = { id: bigint; name: string; isNew?: boolean };

/**
 * Finds or makes the channels and direct messages of a source, and adds their people. `matches` has the people already.
 */
export async function matchChannels(
  tx: Transaction,
  source: ImportSource,
  matches: Matches,
  leftOut: LeftOut,
): Promise<void> {
  const before = await earlier(tx, source, "channel");
  const joinedBefore = await earlier(tx, source, "member");
  const found = new Map<string, bigint>();
  const joined = new Map<string, bigint>();
  for await (const channel of source.channels(leftOut)) {
    // A source may name one more than once.
    if (matches.channels.has(channel.key)) continue;
    const members = new Map(
      channel.members.flatMap((key) => {
        const id = matches.people.get(key);
        return id === undefined ? [] : [[key, id] as const];
      }),
    );
    const match = await matchChannel(tx, channel, { before: before.get(channel.key), members, matches, leftOut });
    if (match === null) continue;
    matches.channels.set(channel.key, match);
    found.set(channel.key, match.id);
    if (channel.kind === "direct") continue;
    const fresh = [...members].filter(
      ([key, id]) => !matches.deleted.has(id) && !joinedBefore.has(`${channel.key} ${key}`),
    );
    const idsOf = (keys: readonly string[] = []) => new Set(keys.flatMap((key) => matches.people.get(key) ?? []));
    await join(tx, match.id, {
      people: new Set(fresh.map(([, id]) => id)),
      managers: idsOf(match.isNew ? [channel.createdBy ?? [], channel.managers].flat() : []),
      starredBy: idsOf(channel.starredBy),
      mutedBy: idsOf(channel.mutedBy),
    });
    for (const [key, id] of fresh) {
      joined.set(`${channel.key} ${key}`, id);
      matches.joined.add(id);
    }
  }
  // Written anew, because a channel that was deleted here is made again.
  await tx.importedThing.deleteMany({ where: { source: source.id, kind: "channel", key: { in: [...found.keys()] } } });
  await remember(tx, source, "channel", found);
  await remember(tx, source, "member", joined);
}

type ChannelContext = { before: bigint | undefined; members: Map<string, bigint>; matches: Matches; leftOut: LeftOut };

/** Finds or makes the channel. Returns null for one that Parley can't have. */
async function matchChannel(
  tx: Transaction,
  channel: SourceChannel,
  { before, members, matches, leftOut }: ChannelContext,
): Promise<FoundChannel | null> {
  const select = { id: true, name: true } as const;
  const known =
    before === undefined ? null : await tx.channel.findFirst({ where: { id: before, deletedAt: null }, select });
  if (known) return known;
  if (channel.kind === "direct") return matchDirect(tx, channel, members, matches, leftOut);
  const wanted = channelName(channel);
  const taken = new Set([...matches.channels.values()].map(({ id }) => id));
  let [name, open] = [wanted, await publicChannel(tx, channel, wanted)];
  // Another channel of the same export, such as one of another team.
  for (let number = 2; open && taken.has(open.id); number += 1) {
    name = `${cut(wanted, 76)} ${number}`;
    open = await publicChannel(tx, channel, name);
  }
  if (open) {
    matches.done.continued.push(open.name);
    return open;
  }
  matches.done.channels += 1;
  const createdById = channel.createdBy === null ? null : (matches.people.get(channel.createdBy) ?? null);
  const made = await tx.channel.create({
    data: {
      name,
      topic: cut(oneLine(channel.topic), 250),
      kind: channel.kind,
      createdById,
      whoPosts: channel.isAnnouncement ? "managers" : "everyone",
      archivedAt: channel.isArchived ? new Date() : null,
      ...(channel.createdAt && { createdAt: channel.createdAt }),
    },
    select,
  });
  return { ...made, isNew: true };
}

const channelName = ({ name, key }: SourceChannel): string => cut(cleanName(name) || cleanName(key) || "channel", 80);

/** For a public channel, returns the one with this name in any case; an archived one only if there is no other. */
async function publicChannel(tx: Transaction, { kind }: SourceChannel, name: string): Promise<FoundChannel | null> {
  if (kind !== "public") return null;
  const rows = await tx.$queryRaw<FoundChannel[]>`
    SELECT id, name FROM channels WHERE kind = 'public' AND deleted_at IS NULL AND lower(name) = lower(${name})
    ORDER BY archived_at IS NOT NULL, id LIMIT 1`;
  return rows[0] ?? null;
}

async function matchDirect(
  tx: Transaction,
  channel: SourceChannel,
  members: Map<string, bigint>,
  { deleted, done }: Matches,
  leftOut: LeftOut,
): Promise<FoundChannel | null> {
  const ids = [...new Set(members.values())].toSorted((a, b) => (a < b ? -1 : 1));
  if (ids.length > 0 && ids.every((id) => deleted.has(id))) {
    leftOut.add("direct messages in which everyone was deleted", "");
    return null;
  }
  if (members.size < new Set(channel.members).size || ids.length === 0) {
    leftOut.add("direct messages with tools or people that the export doesn't name", channel.key);
    return null;
  }
  if (ids.length > MOST_OTHERS + 1) {
    leftOut.add(`direct messages of more than ${MOST_OTHERS + 1} people`, channel.key);
    return null;
  }
  const directKey = ids.join(",");
  const select = { id: true, name: true } as const;
  // Without a creator, everyone in it sees it at once, also if it has no messages of its own.
  const known = await tx.channel.findUnique({ where: { directKey }, select });
  if (known) return tx.channel.update({ where: { id: known.id }, data: { createdById: null }, select });
  done.direct += 1;
  return tx.channel.create({
    data: {
      // Not shown: each reader sees the names of the others.
      name: "Direct message",
      kind: "direct",
      directKey,
      memberships: { create: ids.map((userId) => ({ userId })) },
      ...(channel.createdAt && { createdAt: channel.createdAt }),
    },
    select,
  });
}

type ChannelPeople = Record<"people" | "managers" | "starredBy" | "mutedBy", ReadonlySet<bigint>>;

/** Adds active people to a channel, with everything in it read. If no one manages it, the first of them does. */
async function join(
  tx: Transaction,
  id: bigint,
  { people, managers, starredBy, mutedBy }: ChannelPeople,
): Promise<void> {
  if (people.size === 0) return;
  const isIn = (ids: ReadonlySet<bigint>) => Prisma.sql`u.id = ANY(${[...ids]}::bigint[])`;
  await tx.$executeRaw`
    INSERT INTO memberships (channel_id, user_id, role, last_read_seq, notifications, starred)
    SELECT c.id, u.id, CASE WHEN ${isIn(managers)} THEN 'manager'::channel_role ELSE 'member' END, c.msg_seq,
      CASE WHEN ${isIn(mutedBy)} THEN 'none' ELSE u.new_channel_notifications END, ${isIn(starredBy)}
    FROM channels c, users u WHERE c.id = ${id} AND ${isIn(people)} AND u.deactivated_at IS NULL
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    UPDATE memberships SET role = 'manager' WHERE (channel_id, user_id) IN (
      SELECT channel_id, user_id FROM memberships WHERE channel_id = ${id} ORDER BY joined_at, user_id LIMIT 1)
    AND NOT EXISTS (SELECT FROM memberships WHERE channel_id = ${id} AND role = 'manager')`;
}
