import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { connected } from "@/lib/db/connected";
import { reasonOf } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";
import { type Binaries, keptBinaries } from "@/server/postgres/binaries";
import { type ClusterProcess, clearLeftover } from "@/server/postgres/cluster-process";
import { copyDatabase } from "@/server/postgres/copy-database";
import { DATABASE } from "@/server/postgres/initialise";
import type { ClusterLocation } from "@/server/postgres/location";
import { KEPT_DAYS, placesIn, swapClusters } from "@/server/postgres/swap";

// Why: docs/decisions/upgrading.md

const PROGRESS_MILLISECONDS = 10_000;
const SPARE_BYTES = 200 * 2 ** 20;
// The rows are durable when the transaction that copies them commits, so they needn't go through the log.
const FILLING = ["wal_level=minimal", "max_wal_senders=0", "max_wal_size=4GB"].flatMap((setting) => ["-c", setting]);

type Upgrade = {
  location: ClusterLocation;
  /** The major version of PostgreSQL that Parley brings. */
  major: number;
  log: (line: string) => void;
  /** Creates an empty cluster. */
  initialise: (location: ClusterLocation) => Promise<void>;
  /** Starts PostgreSQL with the given programs, or else with those that Parley brings. */
  start: (location: ClusterLocation, flags: string[], binaries?: Binaries) => Promise<ClusterProcess>;
  createDatabase: (port: number) => Promise<void>;
  urlOf: (port: number, database: string) => string;
  /** Applies to an empty database the migrations that another one has. */
  migrateLike: (model: string, databaseUrl: string) => Promise<void>;
  /** Throws when Parley is stopping. */
  check: () => void;
  /** Hears of each step, so that tests can interrupt it. */
  onStep: (step: string) => void;
};

/** Returns the major version of PostgreSQL that made a cluster, or null if there's none. */
export function clusterMajor(cluster: string): number | null {
  const file = path.join(cluster, "PG_VERSION");
  return existsSync(file) ? Number(readFileSync(file, "utf8").trim()) : null;
}

/**
 * If an older major version of PostgreSQL made the cluster, copies the database into a new cluster and puts that in its
 * place. The old one isn't changed, and is kept. It can be interrupted at any point: the next start continues or
 * begins again. Throws a readable error for a newer cluster, without the old programs or without room on the disk.
 */
export async function upgradeCluster(upgrade: Upgrade): Promise<void> {
  const { location, major, log } = upgrade;
  const old = clusterMajor(location.cluster);
  if (old === null || old === major) return;
  if (old > major) {
    throw new Error(
      `The database in ${location.cluster} is from PostgreSQL ${old}, but this version of Parley has PostgreSQL ${major}. Start the newer version of Parley again (docs/upgrading.md).`,
    );
  }
  const places = placesIn(location.home);
  const binaries = keptBinaries(location, old);
  if (binaries === null) {
    throw new Error(
      `The database in ${location.cluster} is from PostgreSQL ${old}, and the programs to read it aren't in ${path.join(location.home, String(old))}. Start the version of Parley that you had before once, which keeps them there, then this one (docs/upgrading.md).`,
    );
  }
  if (existsSync(places.kept(old))) {
    throw new Error(
      `Both ${location.cluster} and ${places.kept(old)} are from PostgreSQL ${old}. Move the one that you don't need elsewhere.`,
    );
  }
  for (const unfinished of [places.draft, places.ready]) {
    await clearLeftover(unfinished, log);
    rmSync(unfinished, { recursive: true, force: true });
  }
  assertRoom(location.cluster, statfsSync(location.cluster));
  log(`Moving the database from PostgreSQL ${old} to ${major}. If it's interrupted, the next start begins again.`);
  try {
    await fill(upgrade, binaries);
  } catch (error) {
    upgrade.check();
    throw new Error(
      `Can't move the database from PostgreSQL ${old} to ${major} (${reasonOf(error)}). It's unchanged in ${location.cluster}: the version of Parley that you had before can still use it.`,
      { cause: error },
    );
  }
  swapClusters(location.home, old, upgrade.onStep);
  const kept = [places.kept(old), path.join(location.home, String(old))].join(" ");
  log(
    `The database is on PostgreSQL ${major} now. The old one is deleted after ${KEPT_DAYS} days, or now: rm -r ${kept}`,
  );
}

async function fill(upgrade: Upgrade, binaries: Binaries): Promise<void> {
  const { location, start, check, onStep } = upgrade;
  const target = { ...location, cluster: placesIn(location.home).draft };
  onStep("begun");
  await upgrade.initialise(target);
  onStep("created");
  const running: ClusterProcess[] = [];
  try {
    const source = await start(location, [], binaries);
    running.push(source);
    onStep("old started");
    const draft = await start(target, FILLING);
    running.push(draft);
    onStep("new started");
    check();
    await upgrade.createDatabase(draft.port);
    await copy(upgrade, source.port, draft.port);
    check();
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
  onStep("stopped");
}

async function copy(
  { urlOf, migrateLike, log, check, onStep }: Upgrade,
  oldPort: number,
  newPort: number,
): Promise<void> {
  const [source, target] = [urlOf(oldPort, DATABASE), urlOf(newPort, DATABASE)];
  const { rows: databases } = await connected(urlOf(oldPort, "postgres"), (client) =>
    client.query<{ name: string }>("SELECT datname AS name FROM pg_database WHERE datallowconn"),
  );
  const names = databases.map(({ name }) => name);
  const foreign = names.find((name) => !["postgres", "template1", DATABASE].includes(name));
  if (foreign !== undefined)
    throw new Error(`it also has the database ${foreign}, which isn't Parley's. Save it elsewhere and drop it`);
  // The setup was interrupted before there was anything to keep.
  if (!names.includes(DATABASE)) return;
  await migrateLike(source, target);
  onStep("migrated");
  let [bytes, logged] = [0, Date.now()];
  const report = (now: string) => {
    check();
    if (Date.now() - logged < PROGRESS_MILLISECONDS) return;
    logged = Date.now();
    log(`Copied ${sizeText(bytes)}, now ${now}.`);
  };
  await copyDatabase(source, target, {
    onRows: (table, more) => {
      bytes += more;
      report(table);
    },
    onIndex: () => report("building indexes"),
    onTable: (table) => onStep(`copied ${table}`),
  });
  // Otherwise the shutdown would have to write everything, and it gets only a few seconds.
  await connected(target, (client) => client.query("CHECKPOINT"));
  onStep("copied");
}

/** Throws a readable error if a disk with this much room can't take a copy of the cluster. */
export function assertRoom(cluster: string, { bavail, bsize }: { bavail: number; bsize: number }): void {
  const needed = sizeOf(cluster) + SPARE_BYTES;
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Error(
    `Moving the database to the new version of PostgreSQL needs ${sizeText(needed)} on the disk with ${cluster}, which has only ${sizeText(free)} free. Free up space, then start again.`,
  );
}

function sizeOf(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(path.join(parentPath, name)).size, 0);
}
