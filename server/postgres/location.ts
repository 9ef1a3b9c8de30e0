import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Account, canEnter, postgresAccount } from "@/server/postgres/account";
import { finishSwap, placesIn } from "@/server/postgres/swap";

/** A cluster's location: `home` is a directory owned by the account, `cluster` the data directory in it. */
export type ClusterLocation = { account: Account; home: string; cluster: string };

const pointerIn = (dataDir: string) => path.join(dataDir, "postgres.location");

/** Records the cluster's location if it's outside the data directory. */
export function rememberLocation(dataDir: string, { home }: ClusterLocation): void {
  if (!home.startsWith(dataDir)) writeFileSync(pointerIn(dataDir), `${home}\n`);
}

/**
 * Returns `<dataDir>/postgres`, or a directory under /var/lib if the account can't reach that (recorded in
 * `<dataDir>/postgres.location`). Throws if an existing cluster can't be reached anymore.
 */
export function clusterLocation(dataDir: string): ClusterLocation {
  const pointer = pointerIn(dataDir);
  const isElsewhere = existsSync(pointer);
  const home = isElsewhere ? readFileSync(pointer, "utf8").trim() : path.join(dataDir, "postgres");
  finishSwap(home);
  const { cluster } = placesIn(home);
  if (isElsewhere && !existsSync(cluster)) {
    throw new Error(
      `The database in ${cluster} is missing. Restore it, or remove ${pointer} to start with an empty one.`,
    );
  }
  const account = postgresAccount(cluster);
  if (reachable(account, home)) return { account, home, cluster };
  if (existsSync(cluster)) {
    throw new Error(
      `The system user that runs PostgreSQL can't reach ${cluster}. Let it enter every directory above (chmod a+x).`,
    );
  }
  rmdirSync(home);
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const fallback = `/var/lib/parley-${hash}`;
  if (!reachable(account, fallback))
    throw new Error(`The system user that runs PostgreSQL can't reach ${fallback}. Set DATABASE_URL.`);
  return { account, home: fallback, cluster: path.join(fallback, "cluster") };
}

function reachable(account: Account, home: string): boolean {
  const isNew = !existsSync(home);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (account === null) {
    const { uid } = statSync(home);
    if (uid === process.getuid?.() || process.platform === "win32") return true;
    throw new Error(
      `The database in ${home} belongs to another system user (uid ${uid}). Start Parley as that user or as root.`,
    );
  }
  if (isNew) {
    chownSync(home, account.uid, account.gid);
    chmodSync(home, 0o700);
  }
  return canEnter(account, home);
}
