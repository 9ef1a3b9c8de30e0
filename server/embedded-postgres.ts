import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connected } from "@/lib/db/connected";
import { makeDirectory } from "@/lib/process/make-directory";
import { claim, liveOwner, release, updateClaim } from "@/server/machine/pid-file";
import { migrateLike } from "@/server/migrate";
import { keepBinaries, postgresBinaries } from "@/server/postgres/binaries";
import {
  acceptsConnections,
  type ClusterProcess,
  clearLeftover,
  startClusterProcess,
} from "@/server/postgres/cluster-process";
import { DATABASE, DATABASE_USER, initialiseCluster } from "@/server/postgres/initialise";
import { type ClusterLocation, clusterLocation, rememberLocation } from "@/server/postgres/location";
import { removeOldClusters } from "@/server/postgres/swap";
import { upgradeCluster } from "@/server/postgres/upgrade";

/** The embedded PostgreSQL: its URL, a promise that settles when its process ends, and functions to stop it. */
export type EmbeddedPostgres = {
  databaseUrl: string;
  /** Where its files are. */
  directory: string;
  exited: Promise<number | null>;
  /** Records Parley's URL, for another Parley that finds the data directory in use, and where it listens on this machine. */
  announce: (url: string, local: string) => void;
  stop: () => Promise<void>;
  /** Ends it at once; nothing committed is lost. */
  kill: () => void;
};

type Options = {
  dataDir: string;
  log: (line: string) => void;
  extraFlags?: string[];
  /** Throws when Parley is stopping. */
  check?: () => void;
  /** Gets each PostgreSQL that is started, also those of an upgrade. */
  onProcess?: (started: ClusterProcess) => void;
  /** Hears of each step of an upgrade. */
  onStep?: (step: string) => void;
  /** The directory of the npm package with PostgreSQL's programs, if it isn't the installed one. */
  postgresPackage?: string | undefined;
};

/**
 * Starts PostgreSQL under `<dataDir>/postgres`, created on first use, on 127.0.0.1 only and with a random password. Moves
 * the database first if an older major version of PostgreSQL made it. Throws a readable error if another Parley uses the
 * directory, or PostgreSQL can't run.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  makeDirectory(dataDir, 0o711);
  const directory = realpathSync(dataDir);
  const pidFile = path.join(directory, "parley.pid");
  const holder = claim(pidFile);
  if (holder !== null) {
    const where = holder.url === null ? "" : ` at ${holder.url}`;
    throw new Error(
      `Parley is already running on ${directory}${where}. Stop it first (kill ${holder.pid}), or set DATA_DIR to another directory.`,
    );
  }
  try {
    const cluster = await startCluster({ ...options, dataDir: directory });
    updateClaim(pidFile, cluster.port, null);
    return {
      databaseUrl: databaseUrl(directory, cluster.port, DATABASE),
      directory: clusterLocation(directory).cluster,
      exited: cluster.exited,
      announce: (url, local) => updateClaim(pidFile, cluster.port, url, local),
      stop: async () => {
        await cluster.stop();
        release(pidFile);
      },
      kill: cluster.kill,
    };
  } catch (error) {
    release(pidFile);
    throw error;
  }
}

/** Returns where the Parley that runs on `dataDir` listens on this machine, or null if none does or doesn't say. */
export function addressOfRunning(dataDir: string): string | null {
  return liveOwner(path.join(dataDir, "parley.pid"))?.local ?? null;
}

/** Returns the database URL of the Parley that runs on `dataDir`, or null if none does. */
export async function connectToRunning(dataDir: string): Promise<string | null> {
  const owner = liveOwner(path.join(dataDir, "parley.pid"));
  if (owner === null || owner.postgresPort === null) return null;
  const url = databaseUrl(dataDir, owner.postgresPort, DATABASE);
  return (await acceptsConnections(url)) ? url : null;
}

async function startCluster(options: Options): Promise<ClusterProcess> {
  const {
    dataDir,
    log,
    extraFlags: flags = [],
    onProcess,
    check = () => undefined,
    onStep = () => undefined,
  } = options;
  const location = clusterLocation(dataDir);
  const binaries = postgresBinaries(location, options.postgresPackage);
  const exists = existsSync(path.join(location.cluster, "PG_VERSION"));
  const password = postgresPassword(dataDir, exists ? location.cluster : null);
  if (!exists) log(`Setting up the database in ${location.home}.`);
  if (!location.home.startsWith(dataDir)) {
    log(
      `The database is in ${location.home}, because PostgreSQL doesn't run as root and its user can't enter ${dataDir}.`,
    );
  }
  await clearLeftover(location.cluster, log);
  const initialise = (at: ClusterLocation) => initialiseCluster(at, binaries, password, !flags.includes("fsync=off"));
  const urlOf = (port: number, database: string) => databaseUrl(dataDir, port, database);
  const logFile = path.join(dataDir, "postgres.log");
  const isReady = (port: number) => acceptsConnections(urlOf(port, "postgres"));
  const start = async (at: ClusterLocation, more: string[], programs = binaries) => {
    const settings = { location: at, binaries: programs, logFile, flags: [...flags, ...more], isReady };
    const started = await startClusterProcess(settings);
    onProcess?.(started);
    return started;
  };
  const createIn = (port: number) => createDatabase(urlOf(port, "postgres"));
  const { major } = binaries;
  const moving = { location, major, initialise, start, createDatabase: createIn, urlOf, migrateLike };
  await upgradeCluster({ ...moving, log, check, onStep });
  await initialise(location);
  rememberLocation(dataDir, location);
  const cluster = await start(location, []);
  try {
    await createIn(cluster.port);
    keepBinaries(binaries, location, log);
    removeOldClusters(location.home, log);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

function databaseUrl(dataDir: string, port: number, database: string): string {
  return `postgresql://${DATABASE_USER}:${postgresPassword(dataDir, path.join(dataDir, "postgres"))}@127.0.0.1:${port}/${database}`;
}

/** Returns the database's password. Creates it on first use in `<dataDir>/postgres-password`, readable only by its owner. */
function postgresPassword(dataDir: string, existingCluster: string | null): string {
  const file = path.join(dataDir, "postgres-password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existingCluster !== null) {
    throw new Error(
      `The database password is missing. Restore ${file}, or remove ${existingCluster} to start with an empty database.`,
    );
  }
  const password = randomBytes(24).toString("hex");
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}
