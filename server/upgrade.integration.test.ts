import type pg from "pg";
import { describe, expect, test } from "vitest";
import { connected } from "@/lib/db/connected";
import { env } from "@/lib/process/env";
import { until } from "@/lib/testing/until";
import { migrate } from "@/server/migrate";
import { requiredVersion } from "@/server/required-version";
import {
  loadOldDatabase,
  OLD_DATABASES,
  readEnums,
  readRows,
  readSchema,
  readTables,
} from "@/server/testing/old-database";
import { createTestDatabase } from "@/server/testing/postgres";

const HISTORY = "_prisma_migrations";
/** The last migration of the newest old database. */
const LATEST_MIGRATION = "20261126020000_audit_sorting";

/** The columns that upgrading changes on purpose, and why. The tests below compare what became of their values. */
const CHANGED: Record<string, string> = {
  "users.session_version": "Sessions have their own table. Everyone signs in once more.",
  "audit_entries.details": "The member and the channel that a webhook left have their own columns.",
};

describe.each(OLD_DATABASES)("the database of %s", (commit) => {
  test("keeps every row and value", () =>
    withOldDatabase(commit, async (url) => {
      const before = await connected(url, readAll);
      expect(before.filter(({ rows }) => rows.length === 0).map(({ name }) => name)).toEqual([]);
      await migrate(url);
      await connected(url, async (client) => {
        const names = (await readTables(client)).map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(before.map(({ name }) => name)));
        for (const { name, columns, rows } of before) {
          if (name !== HISTORY) expect(await readRows(client, name, columns), name).toEqual(rows);
        }
      });
    }));

  test("has the same tables, columns, indexes, constraints, triggers and functions as a new one afterwards", () =>
    withOldDatabase(commit, async (url) => {
      await migrate(url);
      expect(await connected(url, readSchema)).toEqual(await connected(env.databaseUrl ?? "", readSchema));
    }));

  test("is migrated once by ten instances that start at the same time", () =>
    withOldDatabase(commit, async (url) => {
      await Promise.all(Array.from({ length: 10 }, () => migrate(url)));
      const history = (client: pg.Client) =>
        client.query(`SELECT migration_name, finished_at IS NOT NULL AS done, logs FROM ${HISTORY} ORDER BY 1`);
      const { rows } = await connected(url, history);
      expect(rows).toEqual((await connected(env.databaseUrl ?? "", history)).rows);
    }));
});

test.each([
  ["in its transaction", "LOCK TABLE audit_entries", /^ALTER TYPE "delivery_origin"/m, 0],
  ["while it builds an index", "SELECT", /^CREATE UNIQUE INDEX CONCURRENTLY/, 1],
])("a migration that is interrupted %s is completed by the next start", (_, blocking, blocked, unfinished) =>
  withOldDatabase("e928739", async (url) => {
    await connected(url, async (client) => {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
      await client.query(blocking);
      const interrupted = migrate(url).catch((error: unknown) => error);
      await connected(url, (observer) => until(() => terminate(observer, blocked)));
      expect(String(await interrupted)).toMatch(/^Error: Can't update the database \(the migration 2\w+ failed: /);
      await client.query("COMMIT");
      const invalid = await client.query("SELECT FROM pg_index WHERE NOT indisvalid");
      expect(invalid.rowCount).toBe(unfinished);
    });
    await migrate(url);
    expect(await connected(url, readSchema)).toEqual(await connected(env.databaseUrl ?? "", readSchema));
  }),
);

test("a migration that needs a lock lets others pass while it waits", () =>
  withOldDatabase("e928739", (url) =>
    connected(url, async (holder) => {
      await holder.query("BEGIN; LOCK TABLE audit_entries");
      const migrating = migrate(url);
      await connected(url, async (observer) => {
        const waits = async () => {
          const since = "SELECT xact_start FROM pg_stat_activity WHERE datname = current_database()";
          const { rows } = await observer.query(`${since} AND wait_event_type = 'Lock'`);
          expect(rows.length).toBe(1);
          return rows[0];
        };
        const first = await until(waits);
        await until(async () => expect(await waits()).not.toEqual(first));
      });
      await holder.query("COMMIT");
      await migrating;
    }),
  ));

/** Ends the connection that waits for a lock with this statement. */
async function terminate(client: pg.Client, statement: RegExp): Promise<void> {
  const { rows } = await client.query<{ pid: number; query: string }>(
    "SELECT pid, query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  expect(rows.map(({ query }) => query)).toEqual([expect.stringMatching(statement)]);
  await client.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
}

test("a migration that an older version recorded but didn't apply is applied", () =>
  withOldDatabase("e928739", async (url) => {
    const started = "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', $1)";
    await connected(url, (client) => client.query(started, ["20261122070000_audit_people"]));
    await migrate(url);
    expect(await connected(url, readSchema)).toEqual(await connected(env.databaseUrl ?? "", readSchema));
  }));

test("an instance of the version before goes on working, unless a migration requires a newer one", () =>
  withOldDatabase(OLD_DATABASES[1], async (url) => {
    const before = await connected(url, readTables);
    const types = await connected(url, readEnums);
    await migrate(url);
    await connected(url, async (client) => {
      const added = await client.query<{ name: string }>(
        `SELECT migration_name AS name FROM ${HISTORY} WHERE migration_name > $1`,
        [LATEST_MIGRATION],
      );
      if (added.rows.some(({ name }) => requiredVersion(name) !== null)) return;
      const after = new Map((await readTables(client)).map((table) => [table.name, table.columns]));
      for (const { name, columns } of before) {
        const more = (after.get(name) ?? []).filter((column) => !columns.includes(column));
        expect(after.get(name), name).toEqual(expect.arrayContaining(columns));
        // It doesn't fill columns that it doesn't know.
        expect(
          more.filter((column) => column.endsWith(" required")),
          name,
        ).toEqual([]);
      }
      // It can't read values that it doesn't know.
      expect(await readEnums(client)).toEqual(expect.arrayContaining(types));
    });
  }));

test("what was in other columns is kept in the new ones", () =>
  withOldDatabase("e928739", async (url) => {
    const members = await connected(url, (client) =>
      client.query(
        "SELECT id, details #>> '{member,id}' AS member, details #>> '{member,name}' AS name FROM audit_entries ORDER BY id",
      ),
    );
    const left = await connected(url, (client) =>
      client.query("SELECT id, details ->> 'fromChannelId' AS channel FROM audit_entries ORDER BY id"),
    );
    await migrate(url);
    await connected(url, async (client) => {
      const moved = "SELECT id, member_id::text AS member, member_name AS name FROM audit_entries ORDER BY id";
      expect((await client.query(moved)).rows).toEqual(members.rows);
      expect(members.rows.some(({ member }) => member !== null)).toBe(true);
      const channels = "SELECT id, from_channel_id::text AS channel FROM audit_entries ORDER BY id";
      expect((await client.query(channels)).rows).toEqual(left.rows);
      expect(left.rows.some(({ channel }) => channel !== null)).toBe(true);
      for (const [what, query] of Object.entries(DERIVED)) {
        const { rows } = await client.query<{ wrong: string; right: string }>(query);
        expect(rows, what).toEqual([{ wrong: "0", right: expect.not.stringMatching(/^0$/) }]);
      }
    });
  }));

const counted = (from: string, condition: string) =>
  `SELECT count(*) FILTER (WHERE (${condition}) IS NOT TRUE) AS wrong, count(*) FILTER (WHERE ${condition}) AS right FROM ${from}`;

/** Values that migrations compute from others. Each query counts the wrong and the right ones. */
const DERIVED = {
  "a delivery belongs to its message's channel": counted(
    "deliveries d JOIN messages m ON m.id = d.message_id",
    "d.channel_id = m.channel_id",
  ),
  "a file belongs to its message's author": counted(
    "attachments a JOIN messages m ON m.id = a.message_id",
    "a.user_id = m.user_id",
  ),
  "each use of a file is counted": counted(
    "(SELECT hash, count(*) AS uses FROM attachments GROUP BY hash) a LEFT JOIN file_uses u ON u.hash = a.hash AND u.owner_id = 0",
    "u.uses = a.uses",
  ),
  "each channel's files are counted": counted(
    "(SELECT channel_id, sum(size) AS bytes, count(*) AS files FROM attachments GROUP BY 1) a LEFT JOIN channel_storage s USING (channel_id)",
    "s.bytes = a.bytes AND s.files = a.files",
  ),
  "a reaction knows the author of its message, unless they reacted themselves": counted(
    "reactions r JOIN messages m ON m.id = r.message_id",
    "r.author_id IS NOT DISTINCT FROM nullif(m.user_id, r.user_id)",
  ),
  "a webhook's name on a message can be searched": counted(
    "(SELECT DISTINCT author_name FROM messages WHERE author_name IS NOT NULL) m LEFT JOIN shown_names s ON s.name = m.author_name",
    "s.name IS NOT NULL",
  ),
};

/** Runs `use` with the URL of an old database, which is dropped afterwards. */
async function withOldDatabase(commit: (typeof OLD_DATABASES)[number], use: (url: string) => Promise<void>) {
  const { url, drop } = await createTestDatabase(undefined, "template0");
  try {
    await loadOldDatabase(url, commit);
    await use(url);
  } finally {
    await drop();
  }
}

async function readAll(client: pg.Client) {
  const tables = [];
  for (const { name, columns } of await readTables(client)) {
    const kept = columns.filter((column) => !Reflect.has(CHANGED, `${name}.${column.split(" ")[0]}`));
    tables.push({ name, columns: kept, rows: await readRows(client, name, kept) });
  }
  return tables;
}
