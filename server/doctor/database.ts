import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { fileStore } from "@/lib/files/stores/stores";
import { fileNameOf } from "@/lib/files/uploads/file-paths";
import { databaseHasRoom } from "@/lib/operation/health/watch-disks";
import { env } from "@/lib/process/env";
import { FULL_PLACES, MAKE_ROOM } from "@/lib/process/full-disk";
import { reasonOf } from "@/lib/text/errors";
import { type Finding, fail, ok, warn } from "@/server/doctor/findings";

const OLDEST_POSTGRES = 15;
const CONNECTIONS = { instance: 13, spare: 10 };
const HEARD_WITHIN_MS = 3_000;

async function setting(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>("SELECT current_setting($1) AS value", [name]);
  return rows[0]?.value ?? "";
}

/** Checks PostgreSQL's version and the database's encoding. */
export async function checkVersion(client: pg.Client, oldest = OLDEST_POSTGRES): Promise<Finding> {
  const [version, encoding] = [await setting(client, "server_version"), await setting(client, "server_encoding")];
  if (Number.parseInt(version, 10) < oldest) {
    return fail(`PostgreSQL is ${version}, and Parley needs ${oldest} or newer.`, "Upgrade PostgreSQL.");
  }
  if (encoding !== "UTF8") {
    return fail(
      `The database's encoding is ${encoding}, so it can't store every character.`,
      "Create a database with ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it.",
    );
  }
  return ok(`PostgreSQL ${version}.`);
}

const DURABLE = {
  fsync: "a crash can destroy the database",
  full_page_writes: "a power failure can destroy pages of the database",
  synchronous_commit: "a crash loses posts that were already answered with 200",
} as const;

/** Checks that PostgreSQL keeps what it has confirmed. */
export async function checkDurability(client: pg.Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, consequence] of Object.entries(DURABLE)) {
    if ((await setting(client, name)) !== "off") continue;
    const fix = `Run ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf(); as the database's superuser.`;
    findings.push(fail(`PostgreSQL runs with ${name} = off: ${consequence}.`, fix));
  }
  return findings.length > 0 ? findings : [ok("PostgreSQL syncs each commit to disk.")];
}

/** Checks that PostgreSQL accepts enough connections for another instance. */
export async function checkConnections(client: pg.Client): Promise<Finding> {
  const most = Number(await setting(client, "max_connections"));
  const { rows } = await client.query<{ used: number }>("SELECT count(*)::int AS used FROM pg_stat_activity");
  const needed = CONNECTIONS.instance + env.searchConnections + CONNECTIONS.spare;
  const used = rows[0]?.used ?? 0;
  const says = `PostgreSQL accepts ${most} connections, ${used} are in use, and an instance uses up to ${needed - CONNECTIONS.spare}.`;
  return most < needed ? fail(says, `Set max_connections to ${needed} or more, and restart PostgreSQL.`) : ok(says);
}

/** Checks that the database can store more. `ready` is what the running Parley answers at /api/ready; null if none runs. */
export async function checkRoom(ready: { full?: unknown } | null): Promise<Finding> {
  const full = Array.isArray(ready?.full) ? ready.full : [];
  if (full.includes("database") || !(await databaseHasRoom())) return fail(FULL_PLACES.database, MAKE_ROOM);
  if (full.includes("files")) return fail(FULL_PLACES.files, MAKE_ROOM);
  return ok("The database can store more.");
}

/** Checks that notifications arrive, which they don't behind a pooler by transaction. */
export async function checkNotifications(client: pg.Client, listenUrl: string): Promise<Finding> {
  const listener = new pg.Client({ connectionString: listenUrl });
  listener.on("error", () => undefined);
  await listener.connect();
  try {
    const heard = new Promise<boolean>((resolve) => listener.once("notification", () => resolve(true)));
    await listener.query("LISTEN parley_doctor");
    await client.query("NOTIFY parley_doctor");
    const arrived = await Promise.race([heard, sleep(HEARD_WITHIN_MS, false, { ref: false })]);
    return arrived
      ? ok("Instances reach each other through PostgreSQL.")
      : fail(
          "PostgreSQL's notifications don't arrive, so messages from another instance appear late.",
          "If DATABASE_URL leads to a pooler such as PgBouncer, set DIRECT_DATABASE_URL to PostgreSQL's own address.",
        );
  } finally {
    await listener.end();
  }
}

// Through an idle pooler, two connections get the same server one after the other. Others may use it meanwhile.
const POOLER_ROUNDS = 10;

/** Checks that the pooler in DATABASE_URL takes Parley's connections, keeps their prepared statements and has their settings. */
export async function checkPooler(url: string): Promise<Finding> {
  const { STARTUP } = await import("@/lib/db/client");
  const [one, other] = [new pg.Client({ connectionString: url, ...STARTUP }), new pg.Client(url)];
  for (const client of [one, other]) client.on("error", () => undefined);
  try {
    for (const client of [one, other]) await client.connect();
    for (let round = 0; round < POOLER_ROUNDS; round += 1) {
      for (const client of [one, other]) await client.query({ name: `parley_doctor_${round}`, text: "SELECT 1" });
    }
    const isSet = (await setting(one, "jit")) === "off" && (await setting(one, "statement_timeout")) !== "0";
    return isSet
      ? ok("The pooler keeps prepared statements.")
      : warn("The pooler's connections don't have Parley's settings, so slow statements don't end.", POOLER_HELP);
  } catch (error) {
    return fail(`The pooler in DATABASE_URL doesn't suit Parley (${reasonOf(error)}).`, POOLER_HELP);
  } finally {
    await Promise.all([one.end(), other.end()].map((ended) => ended.catch(() => undefined)));
  }
}

const POOLER_HELP = "Set up PgBouncer 1.21 or newer as docs/scale.md says.";

/** Compares the database's clock with this machine's. `now` is in milliseconds. */
export async function checkDatabaseClock(client: pg.Client, now: () => number = Date.now): Promise<Finding> {
  const before = now();
  const { rows } = await client.query<{ now: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now",
  );
  const offset = ((rows[0]?.now ?? 0) - (before + now()) / 2) / 1_000;
  return clockFinding(offset, "The database's clock");
}

/** Returns the finding about a clock that is `offset` seconds ahead of ours. */
export function clockFinding(offset: number, whose: string): Finding {
  const off = Math.abs(offset);
  if (off <= 5) return ok(`${whose} agrees with this machine's.`);
  const says = `${whose} is ${off.toFixed(0)} s ${offset > 0 ? "ahead of" : "behind"} this machine's.`;
  const fix = "Set both machines' clocks by NTP (timedatectl set-ntp true).";
  return off > 30
    ? fail(`${says} Codes of authenticator apps are refused, and messages show wrong times.`, fix)
    : warn(says, fix);
}

/**
 * Checks that the schema is this version's, which knows the migrations `known` by name, each with its checksum. `isRunning`
 * says whether a Parley runs on it.
 */
export async function checkSchema(
  client: pg.Client,
  isRunning: boolean,
  known: ReadonlyMap<string, string>,
): Promise<Finding> {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS known");
  if (tables[0]?.known === null) {
    return warn(
      "The database is empty.",
      "Start Parley, which sets it up. To bring an old install back, use npm run restore.",
    );
  }
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  const broken = rows.find(({ finished }) => !finished);
  if (broken) {
    return fail(
      `The migration ${broken.name} began and didn't finish.`,
      "Look for its error in Parley's output. Restore the backup from before the upgrade if starting again doesn't help.",
    );
  }
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer) {
    return fail(
      `A newer Parley has changed the database (${newer.name}).`,
      "Run that version or a newer one here too: git pull && npm ci && npm start.",
    );
  }
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = [...known].find(([name, checksum]) => applied.has(name) && applied.get(name) !== checksum);
  if (changed) {
    return fail(`The migration ${changed[0]} was changed after it was applied.`, "Undo the change to its file.");
  }
  const missing = [...known.keys()].filter((name) => !applied.has(name));
  if (missing.length === 0) return ok("The database's schema is this version's.");
  const says = `The database lacks ${missing.length} of this version's migrations.`;
  return warn(says, isRunning ? "Restart Parley: it runs an older version." : "Start Parley, which applies them.");
}

// Each costs a look at the disk, or a request to the bucket.
const MOST = { disk: 20_000, bucket: 500 };
const AT_ONCE = 20;
const MOST_NAMED = 3;

/**
 * Checks that the files that messages, avatars and scheduled messages name are stored: all, or as many as
 * can be looked at in a short time.
 */
export async function checkLostFiles(client: pg.Client, most?: number): Promise<Finding> {
  const store = fileStore();
  const limit = most ?? (store.label === "the disk" ? MOST.disk : MOST.bucket);
  const { rows } = await client.query<{ hash: Buffer }>("SELECT DISTINCT hash FROM file_uses WHERE uses > 0 LIMIT $1", [
    limit + 1,
  ]);
  const looked = rows.slice(0, limit);
  let lost = 0;
  const hashes: string[] = [];
  for (let at = 0; at < looked.length; at += AT_ONCE) {
    const group = looked.slice(at, at + AT_ONCE);
    const sizes = await Promise.all(group.map(({ hash }) => store.sizeOf(fileNameOf(hash))));
    for (const [index, size] of sizes.entries()) {
      const hash = group[index]?.hash;
      if (size !== null || hash === undefined) continue;
      lost += 1;
      if (hashes.length < MOST_NAMED) hashes.push(fileNameOf(hash));
    }
  }
  const all = rows.length <= limit;
  const looks = all ? `All ${looked.length} files` : `${looked.length} files that were looked at`;
  if (lost === 0) return ok(`${looks} are ${store.label === "the disk" ? "on" : "in"} ${store.label}.`);
  return fail(
    `${lost} of ${looked.length} files${all ? "" : " that were looked at"} are missing from ${store.label}, such as ${hashes.join(", ")}.`,
    "Check that DATA_DIR and the S3_ variables are those that the files were uploaded with. If so, restore them from a backup (docs/backup.md).",
  );
}
