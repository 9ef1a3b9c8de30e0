import { MOST_OTHERS } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { cleanName } from "@/lib/names";
import { cut, firstCodePoints, oneLine } from "@/lib/text";
import { firstMemberships } from "@/lib/users/default-channels";
import { emailSchema } from "@/lib/users/schema";
import type { ImportSource, LeftOut, SourceChannel, SourcePerson } from "./source";

// Why: docs/decisions/import.md

/** What the people and channels of a source are in Parley, and what an import does with them. */
export class Matches {
  readonly people = new Map<string, bigint>();
  readonly channels = new Map<string, { id: bigint; name: string }>();
  readonly done = {
    /** How many people have an account with their address already, or had one from an earlier import. */
    matched: 0,
    /** The accounts that are made: with an address, so that their people can sign in, and deactivated ones. */
    accounts: 0,
    deactivated: 0,
    /** The channels and direct messages that are made, and the names of channels that go on in ones that exist. */
    channels: 0,
    direct: 0,
    continued: [] as string[],
  };
  /** The people who are in other channels now. */
  readonly joined = new Set<bigint>();
}

// Thousands of accounts and memberships take a while.
const PATIENCE = { maxWait: 20_000, timeout: 600_000 };

class DryRun extends Error {
  constructor(readonly matches: Matches) {
    super("This was a dry run.");
  }
}

/**
 * Finds the source's people by their address and its public channels by their name, and makes those that aren't there.
 * All or nothing; with `dryRun` nothing, but the result is the same. What an earlier import has found or made stays so.
 */
export async function matchAll(source: ImportSource, leftOut: LeftOut, dryRun: boolean): Promise<Matches> {
  try {
    return await db().$transaction(async (tx) => {
      const matches = new Matches();
      await matchPeople(tx, source, matches);
      await matchChannels(tx, source, matches, leftOut);
      if (dryRun) throw new DryRun(matches);
      return matches;
    }, PATIENCE);
  } catch (error) {
    if (error instanceof DryRun) return error.matches;
    throw error;
  }
}

async function earlier(tx: Transaction, source: ImportSource, kind: string): Promise<Map<string, bigint>> {
  const rows = await tx.importedThing.findMany({ where: { source: source.id, kind } });
  return new Map(rows.map(({ key, thingId }) => [key, thingId]));
}

async function remember(
  tx: Transaction,
  source: ImportSource,
  kind: string,
  things: Map<string, bigint>,
): Promise<void> {
  const rows = [...things].map(([key, thingId]) => ({ source: source.id, kind, key, thingId }));
  await tx.importedThing.createMany({ data: rows, skipDuplicates: true });
}

async function matchPeople(tx: Transaction, source: ImportSource, { people, done }: Matches): Promise<void> {
  const accounts = await tx.user.findMany({ select: { id: true, email: true } });
  const byEmail = new Map(accounts.map(({ id, email }) => [email, id]));
  const ids = new Set(accounts.map(({ id }) => id));
  const before = await earlier(tx, source, "person");
  const memberships = await firstMemberships(tx);
  const found = new Map<string, bigint>();
  for await (const person of source.people()) {
    const email = emailSchema.safeParse(person.email ?? "").data ?? null;
    const known = before.get(person.key);
    const id = known !== undefined && ids.has(known) ? known : byEmail.get(email ?? placeholder(source, person));
    if (id !== undefined) {
      done.matched += 1;
      found.set(person.key, id);
      continue;
    }
    const isActive = email !== null && !person.isDeactivated;
    done[isActive ? "accounts" : "deactivated"] += 1;
    const made = await tx.user.create({
      data: {
        name: cut(cleanName(person.name) || cleanName(person.key) || "Unknown", 80),
        email: email ?? placeholder(source, person),
        title: cut(oneLine(person.title), 80),
        ...(isActive ? { memberships } : { deactivatedAt: new Date() }),
      },
      select: { id: true, email: true },
    });
    byEmail.set(made.email, made.id);
    found.set(person.key, made.id);
  }
  for (const [key, id] of found) people.set(key, id);
  await remember(tx, source, "person", found);
}

/** The address of an account whose real one isn't known. No mail can be sent to it, and the account is deactivated. */
function placeholder(source: ImportSource, { key }: SourcePerson): string {
  const name = `${source.id}-${key}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${firstCodePoints(name, 200)}@imported.invalid`;
}

/** `isNew` if this import makes it, so that its source decides who manages it. */
type Found = { id: bigint; name: string; isNew?: boolean };

async function matchChannels(tx: Transaction, source: ImportSource, matches: Matches, leftOut: LeftOut): Promise<void> {
  const before = await earlier(tx, source, "channel");
  const joinedBefore = await earlier(tx, source, "member");
  const found = new Map<string, bigint>();
  const joined = new Map<string, bigint>();
  for await (const channel of source.channels()) {
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
    const fresh = [...members].filter(([key]) => !joinedBefore.has(`${channel.key} ${key}`));
    await join(
      tx,
      match.id,
      new Set(fresh.map(([, id]) => id)),
      match.isNew ? managersOf(channel, matches.people) : new Set(),
    );
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

type Matching = { before: bigint | undefined; members: Map<string, bigint>; matches: Matches; leftOut: LeftOut };

/** Finds or makes the channel. Returns null for one that Parley can't have. */
async function matchChannel(
  tx: Transaction,
  channel: SourceChannel,
  { before, members, matches, leftOut }: Matching,
): Promise<Found | null> {
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
      archivedAt: channel.isArchived ? new Date() : null,
      ...(channel.createdAt && { createdAt: channel.createdAt }),
    },
    select,
  });
  return { ...made, isNew: true };
}

const channelName = ({ name, key }: SourceChannel): string => cut(cleanName(name) || cleanName(key) || "channel", 80);

/** For a public channel, returns the one with this name in any case; an archived one only if there is no other. */
async function publicChannel(tx: Transaction, { kind }: SourceChannel, name: string): Promise<Found | null> {
  if (kind !== "public") return null;
  const rows = await tx.$queryRaw<Found[]>`
    SELECT id, name FROM channels WHERE kind = 'public' AND deleted_at IS NULL AND lower(name) = lower(${name})
    ORDER BY archived_at IS NOT NULL, id LIMIT 1`;
  return rows[0] ?? null;
}

async function matchDirect(
  tx: Transaction,
  channel: SourceChannel,
  members: Map<string, bigint>,
  { done }: Matches,
  leftOut: LeftOut,
): Promise<Found | null> {
  const ids = [...new Set(members.values())].toSorted((a, b) => (a < b ? -1 : 1));
  if (members.size < new Set(channel.members).size || ids.length === 0) {
    leftOut.add("direct messages with tools or people that the export doesn't name");
    return null;
  }
  if (ids.length > MOST_OTHERS + 1) {
    leftOut.add(`direct messages of more than ${MOST_OTHERS + 1} people`);
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

function managersOf({ createdBy, managers }: SourceChannel, people: ReadonlyMap<string, bigint>): Set<bigint> {
  const keys = createdBy === null ? managers : [createdBy, ...managers];
  return new Set(keys.flatMap((key) => people.get(key) ?? []));
}

/** Adds active people to a channel, with everything in it read. If no one manages it, the first of them does. */
async function join(
  tx: Transaction,
  id: bigint,
  people: ReadonlySet<bigint>,
  managers: ReadonlySet<bigint>,
): Promise<void> {
  if (people.size === 0) return;
  await tx.$executeRaw`
    INSERT INTO memberships (channel_id, user_id, role, last_read_seq, notifications)
    SELECT c.id, u.id, CASE WHEN u.id = ANY(${[...managers]}::bigint[]) THEN 'manager'::channel_role ELSE 'member' END,
      c.msg_seq, u.new_channel_notifications
    FROM channels c, users u WHERE c.id = ${id} AND u.id = ANY(${[...people]}::bigint[]) AND u.deactivated_at IS NULL
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    UPDATE memberships SET role = 'manager' WHERE (channel_id, user_id) IN (
      SELECT channel_id, user_id FROM memberships WHERE channel_id = ${id} ORDER BY joined_at, user_id LIMIT 1)
    AND NOT EXISTS (SELECT FROM memberships WHERE channel_id = ${id} AND role = 'manager')`;
}
