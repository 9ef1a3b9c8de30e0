import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { exclusively } from "@/server/machine/pid-file";
import { copyTracedPackages } from "@/server/production-packages";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";
import { compressStaticFiles } from "@/server/static-files";

const BUILD_STAMP = path.join(ROOT, ".next/parley-build");
const GENERATED_STAMP = path.join(ROOT, "lib/db/generated/.parley-schema");
const BUILT_FROM = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema.prisma",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "server/production-packages.ts",
  "server/static-files.ts",
];
const GENERATED_FROM = ["prisma/schema.prisma", "package-lock.json"];
// Generated files and tests aren't part of a build.
const IGNORED = /(^|\/)(generated|testing)(\/|$)|\.test\.tsx?$/;

const require = createRequire(import.meta.url);

/**
 * Builds the app for production unless this version of the sources is built already. Throws with the build's output if
 * it fails.
 */
export async function buildIfNeeded(log: (line: string) => void): Promise<void> {
  await generateIfNeeded(log);
  if (isBuilt()) return;
  await whileNoOtherBuilds(log, async () => {
    const hash = sourcesHash(BUILT_FROM);
    if (isBuilt()) return;
    const next = programOf("next/dist/bin/next");
    log("Building Parley. This takes a minute and happens only after an update.");
    const began = Date.now();
    await run("The build", BUILD_STAMP, next, ["build"], {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    });
    await copyTracedPackages();
    await compressStaticFiles();
    // Loads the database's client, which was generated above.
    (await import("@/lib/webhooks/senders/descriptions")).storeOurs();
    writeFileSync(BUILD_STAMP, hash);
    log(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
  });
}

/** Returns the file of a development package. Throws a sentence if it isn't installed, as after `npm ci --omit=dev`. */
function programOf(file: string): string {
  try {
    return require.resolve(file);
  } catch {
    throw new Error(
      `Parley isn't built, and the packages that build it aren't installed. Run npm ci --include=dev in ${ROOT} and try again, or copy a built Parley.`,
    );
  }
}

/** Generates the database client from the schema unless it's up to date. */
export async function generateIfNeeded(log: (line: string) => void): Promise<void> {
  if (isGenerated()) return;
  await whileNoOtherBuilds(log, async () => {
    if (isGenerated()) return;
    await run(
      "Generating the database client",
      GENERATED_STAMP,
      programOf("prisma-cli/build/index.js"),
      ["generate"],
      {},
    );
    writeFileSync(GENERATED_STAMP, sourcesHash(GENERATED_FROM));
  });
}

function isBuilt(): boolean {
  return existsSync(path.join(ROOT, ".next/BUILD_ID")) && stampIs(BUILD_STAMP, BUILT_FROM);
}

function isGenerated(): boolean {
  return existsSync(path.join(ROOT, "lib/db/generated/client.ts")) && stampIs(GENERATED_STAMP, GENERATED_FROM);
}

function stampIs(stamp: string, sources: string[]): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesHash(sources);
}

function whileNoOtherBuilds(log: (line: string) => void, work: () => Promise<void>): Promise<void> {
  const lock = path.join(ROOT, "node_modules/.cache/parley-build.pid");
  return exclusively(lock, ({ pid }) => log(`Waiting for process ${pid} to finish building.`), work);
}

async function run(
  what: string,
  stamp: string,
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<void> {
  // Checked first, because these programs print pages of stack traces if the directory isn't writable.
  const directory = path.dirname(stamp);
  if (existsSync(directory)) accessSync(directory, constants.W_OK);
  const { code, output } = await runProgram(process.execPath, [program, ...args], env);
  if (code === "SIGKILL")
    throw new Error(`${what} was killed, probably because memory ran out. Give it 2 GB, then try again.`);
  if (code !== 0) throw new Error(`${what} failed:\n${output.trim()}`);
}

/** Returns a SHA-256 in hex over the names and contents of these files, and of all files in these folders. */
function sourcesHash(sources: string[]): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesOf(source)).sort()) {
    hash.update(`${file}\0`).update(
      createHash("sha256")
        .update(readFileSync(path.join(ROOT, file)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function filesOf(source: string): string[] {
  const stat = statSync(path.join(ROOT, source), { throwIfNoEntry: false });
  if (stat === undefined || IGNORED.test(source)) return [];
  if (!stat.isDirectory()) return [source];
  return readdirSync(path.join(ROOT, source)).flatMap((name) => filesOf(`${source}/${name}`));
}
