import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Binaries, postgresEnvironment } from "@/server/postgres/binaries";
import type { ClusterLocation } from "@/server/postgres/location";

/** The embedded PostgreSQL's one database. */
export const DATABASE = "parley";
/** The database user that owns everything. */
export const DATABASE_USER = "parley";

/** Creates the cluster if there is none. A crash midway leaves only a draft, which the next try removes. */
export async function initialiseCluster(
  location: ClusterLocation,
  { initdb }: Binaries,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(path.join(location.cluster, "PG_VERSION"))) return;
  const draft = path.join(location.home, "draft");
  const passwordFile = path.join(location.home, "initial-password");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (location.account !== null) {
    for (const file of [draft, passwordFile]) chownSync(file, location.account.uid, location.account.gid);
  }
  try {
    // PostgreSQL's own collation: the system's may change with an update, and corrupt indexes.
    const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
    const access = [`--username=${DATABASE_USER}`, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    await run(
      initdb,
      ["-D", draft, "--no-instructions", ...(durable ? [] : ["--no-sync"]), ...locale, ...access],
      location,
    );
    renameSync(draft, location.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function run(program: string, args: string[], { account, home }: ClusterLocation): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    cwd: home,
    env: postgresEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(
      `PostgreSQL couldn't set up its data directory in ${home}: ${output.trim() || `exit code ${code}`}`,
    );
}
