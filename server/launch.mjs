/*
 * The npm scripts run `node server/launch.mjs <file> [arguments]`. It loads the file, unless the arguments ask for help or aren't
 * those of the command (`commands.ts`): from the build's bundle if that was made from the files that are here, otherwise with
 * the TypeScript loader. Why: docs/decisions/starting.md
 *
 * It's plain JavaScript that needs only Node, so it can explain why a first command fails: packages aren't installed, Node
 * is too old, or the file doesn't load. Later errors are reported by the file itself.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BUNDLE, isBundled, notBuilt } from "./bundle-stamp.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
// The file sees the same arguments as if Node had run it directly.
process.argv.splice(1, 2, path.resolve(root, process.argv[2] ?? "server/main.ts"));
const hasBundle = isBundled(root);

const problem = problemWithNode() ?? problemWithPackages() ?? (await problemOfLoading(process.argv[1]));
if (problem !== null) {
  console.error(problem);
  // Anything that the file has opened would keep the process alive.
  process.exit(1);
}

function problemWithNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const least = engines.node.replace(/[^\d.]/g, "");
  const [[major, minor], [ours, oursMinor]] = [least, process.versions.node].map((text) => text.split(".").map(Number));
  if (ours > major || (ours === major && oursMinor >= minor)) return null;
  return `Parley needs Node ${least} or newer, but this is Node ${process.versions.node}. Install a newer version from https://nodejs.org.`;
}

function problemWithPackages() {
  const packages = path.join(root, "node_modules");
  if (!existsSync(packages)) return `Parley's packages aren't installed. Run npm ci in ${root} first.`;
  return hasBundle || existsSync(path.join(packages, "tsx")) ? null : notBuilt(root);
}

/** Returns where the bundle has a file, which may not be there. */
function inBundle(file) {
  return path.join(root, BUNDLE, path.relative(root, file).replace(/\.ts$/, ".mjs"));
}

async function problemOfLoading(file) {
  try {
    const runsBundle = hasBundle && existsSync(inBundle(file));
    const load = (each) => import(pathToFileURL(runsBundle ? inBundle(each) : each).href);
    // Each lets stack traces name the lines of the TypeScript.
    if (runsBundle) process.setSourceMapsEnabled(true);
    else await import("tsx");
    const { readCommandLine } = await load(path.join(root, "server/command-line.ts"));
    const read = readCommandLine(path.relative(root, file), process.argv.slice(2));
    if (read.isMistake) return read.say;
    if (read.say) {
      console.log(read.say);
      return null;
    }
    process.argv.splice(2, process.argv.length, ...read.args);
    await load(file);
    return null;
  } catch (error) {
    if (process.env.LOG_LEVEL === "debug") return error;
    const message = error instanceof Error ? error.message : String(error);
    const isIncomplete = /MODULE_NOT_FOUND|DLOPEN_FAILED/.test(error?.code);
    return isIncomplete ? `Can't load Parley (${message}). Run npm ci in ${root}, then try again.` : message;
  }
}
