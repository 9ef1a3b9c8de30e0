import { Prisma } from "@/lib/db/generated/client";
import type { Transaction } from "@/lib/db/transaction";
import { idOfSlot, seqOfSlot, slotAt } from "@/lib/messages/imported-place";
import type { Counters } from "@/lib/messages/post/insert-statement";
import { deletedKey } from "@/lib/people/deleted-people";
import type { ImportedRow } from "./check-message";

// Why: docs/decisions/import.md

/** A message with its place. `rootId` is null for a reply whose root isn't there. */
export type PlacedRow = ImportedRow & { id: bigint; seq: bigint; rev: bigint; rootId: bigint | null };

/** Names a message by its channel and key. */
export const nameOf = (channelId: bigint, key: string): string => `${channelId} ${key}`;

/** Gives each message its id, its number, its revision and its root. A reply whose root isn't there stands alone. */
export async function placeMessages(
  tx: Transaction,
  source: string,
  rows: readonly ImportedRow[],
  counters: Counters,
): Promise<PlacedRow[]> {
  const slots = await freeSlots(
    tx,
    Prisma.sql`messages`,
    rows.map(({ createdAt }) => slotAt(createdAt.getTime())),
  );
  const ids = new Map(rows.map((row, index) => [nameOf(row.channelId, row.key), idOfSlot(slots[index] ?? 0)]));
  const roots = new Map([...ids, ...(await rootsOf(tx, source, rows))]);
  return rows.map((row, index) => {
    const slot = slots[index] ?? 0;
    return {
      ...row,
      id: idOfSlot(slot),
      seq: seqOfSlot(slot),
      rev: counters.nextRev(row.channelId),
      rootId: row.rootKey === null ? null : (roots.get(nameOf(row.channelId, row.rootKey)) ?? null),
    };
  });
}

/** Returns a slot for each wanted one: itself, or the next that no row of the table has. */
export async function freeSlots(tx: Transaction, table: Prisma.Sql, wanted: readonly number[]): Promise<number[]> {
  const given = new Set<number>();
  const slots = wanted.map((slot) => nextFree(slot, given));
  for (;;) {
    const rows = await tx.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM ${table} WHERE id = ANY(${slots.map(idOfSlot)}::bigint[])`;
    if (rows.length === 0) return slots;
    const taken = new Set(rows.map(({ id }) => id));
    for (const [index, slot] of slots.entries()) {
      if (taken.has(idOfSlot(slot))) slots[index] = nextFree(slot, given);
    }
  }
}

function nextFree(slot: number, given: Set<number>): number {
  let free = slot;
  while (given.has(free)) free += 1;
  given.add(free);
  return free;
}

/** Returns the ids of roots that were imported before and are still there. */
async function rootsOf(tx: Transaction, source: string, rows: readonly ImportedRow[]): Promise<Map<string, bigint>> {
  const replies = rows.flatMap(({ channelId, rootKey }) => (rootKey === null ? [] : [{ channelId, key: rootKey }]));
  if (replies.length === 0) return new Map();
  const found = await tx.$queryRaw<{ channel_id: bigint; key: string; id: bigint }[]>`
    SELECT w.channel_id, w.key, m.id FROM ${wantedMessages(source, replies)} JOIN messages m ON m.id = i.message_id
    WHERE m.thread_root_id IS NULL`;
  return new Map(found.map(({ channel_id, key, id }) => [nameOf(channel_id, key), id]));
}

/**
 * SQL for the rows `i` of imported_messages that remember these messages, with what was wanted as `w`. Those of deleted people are
 * remembered by a hash, because a key may have their name.
 */
export function wantedMessages(source: string, wanted: readonly { channelId: bigint; key: string }[]): Prisma.Sql {
  const channelIds = wanted.map(({ channelId }) => channelId);
  const keys = wanted.map(({ key }) => key);
  const hashed = keys.map((key) => deletedKey(source, key));
  return Prisma.sql`unnest(${channelIds}::bigint[], ${keys}::text[], ${hashed}::text[]) AS w (channel_id, key, hashed)
    JOIN imported_messages i ON i.source = ${source} AND i.channel_id = w.channel_id AND i.key IN (w.key, w.hashed)`;
}
