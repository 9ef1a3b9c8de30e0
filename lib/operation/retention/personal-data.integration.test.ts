import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { AFTERWARDS, CHANGED, KEPT, OTHER_ROWS, WITH_ACCOUNT } from "./personal-data";

// Numbers with these names count, or name something else than a person.
const NOT_A_PERSON =
  /^(?:id|(?:from_|last_)?channel_id|message_id|webhook_id|conversation_id|thread_root_id|thing_id|bytes|counter|rev|(?:msg_|expired_|last_read_|last_reply_)?seq|up_to|last_step|listed_to)$/;

type Column = { table: string; column: string; type: string; isPerson: boolean; isOther: boolean };

/** Every column that could refer to a person or hold something about one: none with a time, a truth, an enum or a small number. */
async function columnsOf(tx: Pick<Transaction, "$queryRaw">): Promise<Column[]> {
  const rows = await tx.$queryRaw<Column[]>`
    SELECT r.relname::text AS table, a.attname::text AS column, t.typname::text AS type,
      EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = r.oid AND a.attnum = ANY(k.conkey)
        AND k.confrelid IN ('users'::regclass, 'memberships'::regclass) AND a.attname <> 'channel_id') AS "isPerson",
      EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = r.oid AND a.attnum = ANY(k.conkey)) AS "isOther"
    FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p') AND r.relname <> 'users'
      AND a.attnum > 0 AND NOT a.attisdropped AND t.typtype <> 'e' AND t.typcategory NOT IN ('B', 'D', 'T')
      AND t.typname NOT IN ('int2', 'int4', 'float4', 'float8', 'numeric') ORDER BY 1, 2`;
  return rows.filter(
    ({ column, type, isPerson, isOther }) => isPerson || type !== "int8" || !(isOther || NOT_A_PERSON.test(column)),
  );
}

const deletedBy: Record<string, string> = { ...WITH_ACCOUNT, ...AFTERWARDS };
const named = [...Object.values(CHANGED), ...Object.values(KEPT)].flat();

/** The columns that the deletion's list doesn't name. In rows that are deleted, that's only a reference to another person. */
async function unnamed(tx: Pick<Transaction, "$queryRaw">): Promise<string[]> {
  const left = (await columnsOf(tx)).filter(({ table, column, type, isPerson }) => {
    if (named.includes(`${table}.${column}`) || table in OTHER_ROWS) return false;
    const by = deletedBy[table];
    return by === undefined || (by !== column && (isPerson || type === "int8"));
  });
  return left.map(({ table, column }) => `${table}.${column}`);
}

test("every column that could refer to a person or hold something about one is named in the deletion's list, once", async () => {
  expect(await unnamed(db())).toEqual([]);
  const known = (await columnsOf(db())).map(({ table, column }) => `${table}.${column}`);
  expect(named.filter((place) => !known.includes(place))).toEqual([]);
  const tables = [...Object.keys(deletedBy), ...Object.keys(OTHER_ROWS)];
  expect(tables.filter((table) => !known.some((place) => place.startsWith(`${table}.`)))).toEqual([]);
  expect(named.length).toBe(new Set(named).size);
});

test.each([
  ["webhooks.contact", "ALTER TABLE webhooks ADD COLUMN contact text"],
  ["workspaces.contacts", "ALTER TABLE workspaces ADD COLUMN contacts jsonb"],
  ["drafts.reviewer", "ALTER TABLE drafts ADD COLUMN reviewer bigint"],
  ["drafts.shared_with", "ALTER TABLE drafts ADD COLUMN shared_with bigint REFERENCES users (id)"],
  ["incidents.paged_ids", "ALTER TABLE incidents ADD COLUMN paged_ids bigint[]"],
  ["channels.last_from", "ALTER TABLE channels ADD COLUMN last_from inet"],
  ["nicknames.nick", "CREATE TABLE nicknames (id bigint PRIMARY KEY, nick varchar(80))"],
  ["visits.person", "CREATE TABLE visits (id bigint PRIMARY KEY, person bigint, at timestamptz)"],
])("a new column %s would have to be named", async (place, statement) => {
  const undone = new Error("undone");
  const planted = db().$transaction(async (tx) => {
    await tx.$executeRawUnsafe(statement);
    expect(await unnamed(tx)).toEqual([place]);
    throw undone;
  });
  await expect(planted).rejects.toBe(undone);
});
