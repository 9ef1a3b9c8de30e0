import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { prepareForRows } from "@/lib/operation/backup/load-database";
import type { Manifest } from "@/lib/operation/backup/manifest";
import { connectForCopy, findTables, listOf, readSequences } from "@/lib/operation/backup/snapshot";

type Table = Manifest["tables"][number];

type CopyOptions = {
  /** Called for each piece of rows that was read. May throw to stop. */
  onRows: (table: string, bytes: number) => void;
  /** Called after each table. */
  onTable: (table: string) => void;
  /** Called before each index is built. May throw to stop. */
  onIndex: () => void;
};

const quote = pg.escapeIdentifier;

/**
 * Copies all rows and the positions of sequences from one database of Parley's to another that has the same migrations,
 * in one transaction. Replaces what migrations put there. Throws a readable error if the first has tables or columns that
 * the other lacks, or if a table doesn't have as many rows afterwards.
 */
export async function copyDatabase(
  source: string,
  target: string,
  { onRows, onTable, onIndex }: CopyOptions,
): Promise<void> {
  const [from, to] = await Promise.all([connectForCopy(source), connectForCopy(target)]);
  try {
    const tables = await findTables(from);
    assertKnown(tables, await findTables(to));
    await from.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await to.query("BEGIN");
    const rebuild = await prepareForRows(
      to,
      tables.map(({ name }) => name),
    );
    for (const table of tables) {
      await copyTable(from, to, table, onRows);
      onTable(table.name);
    }
    for (const { name, value, called } of await readSequences(from)) {
      await to.query("SELECT setval($1::regclass, $2, $3)", [quote(name), value, called]);
    }
    for (const sql of rebuild) {
      onIndex();
      await to.query(sql);
    }
    await to.query("COMMIT");
    // Without statistics, the first queries would take wrong plans.
    await to.query("ANALYZE");
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function copyTable(
  from: pg.Client,
  to: pg.Client,
  { name, columns }: Table,
  onRows: CopyOptions["onRows"],
): Promise<void> {
  const what = `${quote(name)} (${listOf(columns)})`;
  const rows = from.query(copyTo(`COPY ${what} TO STDOUT`));
  const copied = to.query(copyFrom(`COPY ${what} FROM STDIN (FREEZE)`));
  const watched = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onRows(name, chunk.length);
      yield chunk;
    }
  };
  await pipeline(rows, watched, copied);
  const { rows: counts } = await from.query<{ count: string }>(`SELECT count(*) FROM ${quote(name)}`);
  if (Number(counts[0]?.count) === copied.rowCount) return;
  throw new Error(`${copied.rowCount} of ${counts[0]?.count} rows of ${name} were copied`);
}

function assertKnown(source: readonly Table[], target: readonly Table[]): void {
  const known = new Map(target.map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of source) {
    const unknown = known.has(name) ? columns.find((column) => !known.get(name)?.includes(column)) : "";
    if (unknown === undefined) continue;
    const what = unknown === "" ? `the table ${name}` : `the column ${unknown} of ${name}`;
    throw new Error(`Parley didn't make ${what}, and would lose it. Save it elsewhere and drop it`);
  }
}
