import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { connected } from "@/lib/db/connected";
import { Prisma } from "@/lib/db/generated/client";
import { env } from "@/lib/process/env";
import { runShutdown } from "@/lib/process/on-shutdown";
import { VERSION } from "@/lib/process/version";
import { until } from "@/lib/testing/until";
import { migrate } from "@/server/migrate";
import { requiredVersion, watchRequiredVersion } from "@/server/required-version";
import { ROOT } from "@/server/root";
import { createTestDatabase } from "@/server/testing/postgres";

const url = env.databaseUrl ?? "";
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

const history = async () => (await client.query("SELECT * FROM _prisma_migrations ORDER BY started_at")).rows;

test("migrating a migrated database changes nothing", async () => {
  const before = await history();
  expect(before.length).toBeGreaterThan(0);
  await migrate(url);
  expect(await history()).toEqual(before);
});

test("instances that start at the same time migrate an empty database only once", async () => {
  await client.query("CREATE DATABASE migrated_at_once");
  const empty = new URL(url);
  empty.pathname = "/migrated_at_once";
  try {
    await Promise.all([migrate(empty.href), migrate(empty.href), migrate(empty.href)]);
    const other = new pg.Client({ connectionString: empty.href });
    await other.connect();
    const { rows } = await other.query(
      "SELECT migration_name, finished_at IS NOT NULL AS done FROM _prisma_migrations",
    );
    await other.end();
    expect(rows.length).toBe((await history()).length);
    expect(rows.every((row) => row.done)).toBe(true);
  } finally {
    await client.query("DROP DATABASE migrated_at_once WITH (FORCE)");
  }
});

test("another application's database is refused with a readable error and isn't changed", async () => {
  await client.query("CREATE DATABASE of_another");
  const taken = new URL(url);
  taken.pathname = "/of_another";
  const other = new pg.Client({ connectionString: taken.href });
  try {
    await other.connect();
    await other.query("CREATE TABLE users (id int)");
    await expect(migrate(taken.href)).rejects.toThrow(
      /^Can't update the database \(.*not empty.*\)\. Parley needs its own database and a user that owns it\.$/,
    );
    const { rows } = await other.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([{ tablename: "users" }]);
  } finally {
    await other.end();
    await client.query("DROP DATABASE of_another WITH (FORCE)");
  }
});

test("a database that a newer version upgraded is used, unless a migration requires a newer version", async () => {
  const { url: newer, drop } = await createTestDatabase();
  try {
    await recordMigration(newer, "29990101000000_more_columns");
    await recordMigration(newer, "29990102000000_fewer_columns_requires_99_1_0", true);
    const known = await migrate(newer);
    const stop = vi.fn();
    watchRequiredVersion(newer, known, stop, 10);
    await recordMigration(newer, "29990103000000_fewer_columns_requires_99_2_0");
    const refusal = `The database was upgraded and needs Parley 99.2.0 or newer, but this is ${VERSION}.`;
    await expect(migrate(newer)).rejects.toThrow(refusal);
    await until(() => expect(stop).toHaveBeenCalledWith(expect.stringContaining(refusal)));
    await runShutdown();
  } finally {
    await drop();
  }
});

test("a migration requires this version or an older one", () => {
  const required = readdirSync(path.join(ROOT, "prisma/migrations")).filter((name) => name.includes("_requires_"));
  for (const name of required) {
    const version = requiredVersion(name);
    expect(version, `${name} ends with a version`).not.toBeNull();
    expect(VERSION.localeCompare(version ?? "", "en", { numeric: true }), name).toBeGreaterThanOrEqual(0);
  }
});

async function recordMigration(databaseUrl: string, name: string, rolledBack = false): Promise<void> {
  const insert = `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count, rolled_back_at)
    VALUES (left($1, 36), '', now(), $1, 1, CASE WHEN $2 THEN now() END)`;
  await connected(databaseUrl, (other) => other.query(insert, [name, rolledBack]));
}

test.each(Object.keys(Prisma.ModelName))("the migrated database has every field of %s", async (name) => {
  const delegate: unknown = Reflect.get(db(), `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  if (!isDelegate(delegate)) throw new Error(`There is no model ${name}.`);
  expect(await delegate.findMany({ take: 1 })).toEqual([]);
});

type Delegate = { findMany: (query: { take: number }) => Promise<unknown[]> };

function isDelegate(value: unknown): value is Delegate {
  return typeof value === "object" && value !== null && "findMany" in value;
}
