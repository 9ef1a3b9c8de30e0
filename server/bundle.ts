import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BUNDLE, BUNDLE_STAMP, digestOf } from "@/server/bundle-stamp.mjs";
import { COMMANDS, type Command } from "@/server/commands";
import { ROOT, requireFromRoot } from "@/server/root";

// Why: docs/decisions/starting.md

/** Besides the commands' files: what the launcher loads first, and the process that reads foreign texts. */
const OTHERS = ["server/command-line.ts", "lib/webhooks/interpret/apart/process.mjs"];
/** What also decides what the bundle does: versions of packages, how imports resolve, and the generated client. */
const ALSO_FROM = ["package-lock.json", "tsconfig.json", "prisma/schema.prisma"];

/**
 * Bundles what a server runs, so that it starts without the TypeScript loader. Packages stay outside, and what is
 * imported later is loaded later. The database client must be generated.
 */
export async function bundleServer(): Promise<void> {
  const { build }: typeof import("esbuild") = requireFromRoot("esbuild");
  rmSync(path.join(ROOT, BUNDLE), { recursive: true, force: true });
  const commands = Object.values<Command>(COMMANDS).filter(({ isForDevelopment }) => !isForDevelopment);
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
    packages: "external",
    sourcemap: true,
    // The sources are there.
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
  });
  const files = [...Object.keys(metafile.inputs), ...ALSO_FROM].sort();
  writeFileSync(path.join(ROOT, BUNDLE_STAMP), JSON.stringify({ files, digest: digestOf(ROOT, files) }));
}
