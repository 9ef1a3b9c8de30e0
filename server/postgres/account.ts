import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** The system user that runs PostgreSQL; null means the current user. */
export type Account = { uid: number; gid: number } | null;

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root. If we are root, that's the owner of an existing
 * cluster, else `postgres` (created if missing), else `nobody`. Throws if there is none.
 */
export function postgresAccount(clusterDir: string | null): Account {
  if (process.getuid?.() !== 0) return null;
  const owner = clusterDir === null ? undefined : statSync(clusterDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = lookUp("postgres") ?? makePostgresUser() ?? lookUp("nobody");
  if (account === null)
    throw new Error("PostgreSQL can't run as root. Run Parley as an ordinary user, or set DATABASE_URL.");
  return account;
}

/** Returns whether the account can enter a directory and all those above it. */
export function canEnter(account: Account, directory: string): boolean {
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { ...account, cwd: "/", stdio: "ignore" }).status === 0
  );
}

function lookUp(name: string): Account {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

function makePostgresUser(): Account {
  const shell = ["--system", "--no-create-home", "--user-group", "--shell", "/usr/sbin/nologin", "postgres"];
  return spawnSync("useradd", shell, { stdio: "ignore" }).status === 0 ? lookUp("postgres") : null;
}
