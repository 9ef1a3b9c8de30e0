import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import path from "node:path";

/** How long an old cluster is kept. */
export const KEPT_DAYS = 30;

/** Where clusters are in `home`: the one in use, those of an upgrade, and the old ones that are kept. */
export const placesIn = (home: string) => ({
  cluster: path.join(home, "cluster"),
  /** Being filled. Worthless once interrupted. */
  draft: path.join(home, "upgrade"),
  /** Complete, about to become `cluster`. */
  ready: path.join(home, "upgraded"),
  kept: (major: number) => path.join(home, `cluster-${major}`),
});

/**
 * Puts the filled draft in the cluster's place and keeps the cluster, of the old major version, beside it. Each step is
 * one rename. If it's interrupted, `finishSwap` completes it once the old cluster is out of the way; before that, the
 * old cluster is still the one in use.
 */
export function swapClusters(home: string, oldMajor: number, onStep: (step: string) => void): void {
  const { cluster, draft, ready, kept } = placesIn(home);
  rename(draft, ready);
  onStep("complete");
  // Counts the days from now.
  utimesSync(cluster, new Date(), new Date());
  rename(cluster, kept(oldMajor));
  onStep("aside");
  finishSwap(home);
  onStep("swapped");
}

/** Completes a swap that was interrupted between its renames. */
export function finishSwap(home: string): void {
  const { cluster, ready } = placesIn(home);
  if (!existsSync(cluster) && existsSync(ready)) rename(ready, cluster);
}

/** Deletes old clusters that were kept for 30 days, with the programs that could read them. */
export function removeOldClusters(home: string, log: (line: string) => void): void {
  for (const name of readdirSync(home)) {
    const [, major] = /^cluster-(\d+)$/.exec(name) ?? [];
    if (major === undefined) continue;
    const directory = path.join(home, name);
    if (Date.now() - statSync(directory).mtimeMs < KEPT_DAYS * 86_400_000) continue;
    log(`Deleting the database of PostgreSQL ${major} in ${directory}, which was kept for ${KEPT_DAYS} days.`);
    for (const old of [directory, path.join(home, major)]) rmSync(old, { recursive: true, force: true });
  }
}

/** Renames a directory so that a power failure can't undo it after a later one. */
function rename(from: string, to: string): void {
  renameSync(from, to);
  const parent = openSync(path.dirname(to), "r");
  fsyncSync(parent);
  closeSync(parent);
}
