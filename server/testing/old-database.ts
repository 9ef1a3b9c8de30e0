import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { connected } from "@/lib/db/connected";

/** The commits whose databases are in `server/testing/old-databases`, oldest first. */
export const OLD_DATABASES = ["e928739", "04973480"] as const;

/** Fills an empty database as the version of that commit left it. */
export async function loadOldDatabase(url: string, commit: (typeof OLD_DATABASES)[number]): Promise<void> {
  const file = path.join(import.meta.dirname, "old-databases", `${commit}.sql.gz`);
  await connected(url, (client) => client.query(gunzipSync(readFileSync(file)).toString("utf8")));
}

/** A table's columns, as `name type not null`, with `required` at the end if an INSERT must give them a value. */
export type Table = { name: string; columns: string[] };

/** Returns the tables in the schema `public`, by name. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
      CASE WHEN a.attnotnull THEN ' not null' ELSE '' END ||
      CASE WHEN a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' THEN ' required' ELSE '' END
      ORDER BY a.attname)::text[] AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/** Returns a table's rows as texts, sorted, with these columns only. */
export async function readRows(client: pg.Client, table: string, columns: readonly string[]): Promise<string[]> {
  const names = columns.map((column) => pg.escapeIdentifier(column.split(" ")[0] ?? "")).join(", ");
  const from = pg.escapeIdentifier(table);
  const { rows } = await client.query<{ row: string }>(
    `SELECT r::text AS row FROM (SELECT ${names} FROM public.${from}) r ORDER BY 1`,
  );
  return rows.map(({ row }) => row);
}

/** Returns everything in the schema `public` but its rows, as texts. */
export async function readSchema(client: pg.Client) {
  const list = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
  return {
    tables: await readTables(client),
    defaults: await list(`SELECT adrelid::regclass || ' ' || attname || ' ' || pg_get_expr(adbin, adrelid) AS text
      FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum ORDER BY 1`),
    indexes: await list("SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"),
    constraints: await list(`SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`),
    triggers: await list("SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1"),
    functions: await list(`SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
      WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`),
    types: await readEnums(client),
  };
}

/** Returns the values of each enum. */
export async function readEnums(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    text: string;
  }>(`SELECT t.typname || ' ' || string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) AS text
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname ORDER BY 1`);
  return rows.map(({ text }) => text);
}
