import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { exclusively } from "@/server/machine/pid-file";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";

/*
 * Packages that only tests and checks need, and that would make `npm ci` slow for everyone. `packages/` has their versions and
 * their files' hashes. Each is installed when something needs it, and stays until the next `npm ci`.
 */

const LOCK = path.join(ROOT, "server/testing/packages/package-lock.json");
const INSTALLED = path.join(ROOT, "node_modules/.cache/parley-packages");
const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) });

/** Returns the directory of a package that the lock file in `packages/` names. Throws a sentence if it can't be installed. */
export async function fetchedPackage(name: string): Promise<string> {
  return path.join(await install(name), "node_modules", name);
}

/** Returns the file of a package's program. Throws a sentence if it can't be installed. */
export async function fetchedProgram(name: string, program: string): Promise<string> {
  return path.join(await install(name), "node_modules/.bin", program);
}

/** Installs the package with its dependencies in a directory of its own, unless it's there, and returns the directory. */
async function install(name: string): Promise<string> {
  const text = readFileSync(LOCK, "utf8");
  const lock = lockSchema.parse(JSON.parse(text));
  const version = lock.packages[`node_modules/${name}`]?.version;
  if (version === undefined) throw new Error(`${name} isn't in ${LOCK}.`);
  const home = path.join(INSTALLED, `${name.replace("/", "+")}-${version}-${hash("sha256", text).slice(0, 8)}`);
  if (existsSync(home)) return home;
  const ignoreWaiting = () => undefined;
  await exclusively(`${home}.pid`, ignoreWaiting, async () => {
    if (existsSync(home)) return;
    const draft = `${home}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    const wanted = { dependencies: { [name]: version } };
    writeFileSync(path.join(draft, "package.json"), JSON.stringify(wanted));
    const packages = { ...lock.packages, "": wanted };
    writeFileSync(path.join(draft, "package-lock.json"), JSON.stringify({ ...lock, packages }));
    // npm refuses a lock file in a directory whose path has a link.
    const options = [
      "--prefix",
      realpathSync(draft),
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
    ];
    const { code, output } = await runProgram("npm", ["ci", ...options]);
    if (code !== 0)
      throw new Error(
        `Couldn't install ${name} ${version}. Check that this machine reaches the npm registry, then try again.\n${output.trim()}`,
      );
    renameSync(draft, home);
  });
  return home;
}
