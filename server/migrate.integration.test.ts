import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { env } from "@/lib/env";
import { migrate } from "@/server/migrate";

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

test.each(Object.keys(Prisma.ModelName))("the migrated database has every field of %s", async (name) => {
  const delegate: unknown = Reflect.get(db(), `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  if (!isDelegate(delegate)) throw new Error(`There is no model ${name}.`);
  expect(await delegate.findMany({ take: 1 })).toEqual([]);
});

type Delegate = { findMany: (query: { take: number }) => Promise<unknown[]> };

function isDelegate(value: unknown): value is Delegate {
  return typeof value === "object" && value !== null && "findMany" in value;
}
