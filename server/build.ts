import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BUNDLE, BUNDLE_STAMP, digestOf, isBundled, notBuilt } from "@/server/bundle-stamp.mjs";
import { COMMANDS, type Command } from "@/server/commands";
import { exclusively } from "@/server/machine/pid-file";
import { copyTracedPackages, linkEqualChunks } from "@/server/production-packages";
import { ROOT, requireFromRoot } from "@/server/root";
import { runProgram } from "@/server/run-program";
import { compressStaticFiles } from "@/server/static-files";

// The launcher has just compared it with the sources.
const RUNS_BUNDLE = import.meta.dirname.startsWith(path.join(ROOT, BUNDLE));
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
// Generated files, tests and tools' examples aren't part of a build.
const IGNORED = /(^|\/)(generated|testing|examples)(\/|$)|\.test\.tsx?$/;

/**
 * Builds the app for production unless this version of the sources is built already. Throws with the build's output if
 * it fails.
 */
export async function buildIfNeeded(log: (line: string) => void): Promise<void> {
  await generateIfNeeded(log);
  if (isBuilt() && (RUNS_BUNDLE || isBundled(ROOT))) return;
  await whileNoOtherBuilds(log, async () => {
    if (!isBuilt()) await build(log);
    else if (!isBundled(ROOT)) await bundleServer();
  });
}

async function build(log: (line: string) => void): Promise<void> {
  const hash = sourcesHash(BUILT_FROM);
  const next = programOf("next/dist/bin/next");
  log("Building Parley. This takes a minute and happens only after an update.");
  const began = Date.now();
  await run("The build", BUILD_STAMP, next, ["build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  // Next.js has emptied the folder that this is in, so until then, nothing more of it can be loaded.
  await bundleServer();
  await copyTracedPackages();
  linkEqualChunks();
  await compressStaticFiles();
  // Loads the database's client, which was generated above.
  (await import("@/lib/webhooks/senders/descriptions")).storeOurs();
  writeFileSync(BUILD_STAMP, hash);
  log(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** Returns the file of a development package. Throws a sentence if it isn't installed, as after `npm ci --omit=dev`. */
function programOf(file: string): string {
  try {
    return requireFromRoot.resolve(file);
  } catch {
    throw new Error(notBuilt(ROOT));
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

/** Returns a digest of these files, and of all files in these folders. */
function sourcesHash(sources: string[]): string {
  return digestOf(ROOT, sources.flatMap((source) => filesOf(source)).sort());
}

function filesOf(source: string): string[] {
  const stat = statSync(path.join(ROOT, source), { throwIfNoEntry: false });
  if (stat === undefined || IGNORED.test(source)) return [];
  if (!stat.isDirectory()) return [source];
  return readdirSync(path.join(ROOT, source), { withFileTypes: true }).flatMap((entry) => {
    const each = `${source}/${entry.name}`;
    return entry.isFile() && !IGNORED.test(each) ? [each] : filesOf(each);
  });
}

// Why: docs/decisions/starting.md

/** Besides the commands' files: what the launcher loads first, and the process that reads foreign texts. */
const OTHERS = ["server/command-line.ts", "lib/webhooks/interpret/apart/process.mjs"];
/** What also decides what the bundle does: versions of packages, how imports resolve, and the generated client. */
const ALSO_FROM = ["package-lock.json", "tsconfig.json", "prisma/schema.prisma"];

/** Packages of many small modules, which load sooner as one. The others are CommonJS, or have native code. */
const BUNDLED_PACKAGES = ["jose", "markdown-it", "zod"];

/**
 * Bundles what a server runs, so that it starts without the TypeScript loader. Most packages stay outside, and what is
 * imported later is loaded later. The database client must be generated.
 */
async function bundleServer(): Promise<void> {
  const { build }: typeof import("esbuild") = requireFromRoot("esbuild");
  rmSync(path.join(ROOT, BUNDLE), { recursive: true, force: true });
  const commands = Object.values<Command>(COMMANDS).filter(({ isForDevelopment }) => !isForDevelopment);
  const { dependencies, devDependencies }: Record<"dependencies" | "devDependencies", object> =
    requireFromRoot("./package.json");
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  const { metafile } = await build({
    entryPoints: [...new Set([...commands.map(({ file }) => file), ...OTHERS])],
    absWorkingDir: ROOT,
    outdir: BUNDLE,
    outbase: ".",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: packages.filter((name) => !BUNDLED_PACKAGES.includes(name)),
    sourcemap: true,
    // The sources are there.
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
  });
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    if (file.endsWith(".mjs") && Object.keys(inputs).every(isOfPackage)) leaveOutMap(path.join(ROOT, file));
  }
  // The lock file has the packages' versions.
  const sources = Object.keys(metafile.inputs).filter((file) => !isOfPackage(file));
  const files = [...sources, ...ALSO_FROM].sort();
  writeFileSync(path.join(ROOT, BUNDLE_STAMP), JSON.stringify({ files, digest: digestOf(ROOT, files) }));
}

function isOfPackage(file: string): boolean {
  return file.startsWith("node_modules/");
}

/** Node.js reads the source map of each file that it loads and keeps it. No one needs the lines of a package's sources. */
function leaveOutMap(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, ""));
  rmSync(`${file}.map`, { force: true });
}
