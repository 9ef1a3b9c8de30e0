import { createHash } from "node:crypto";
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { ROOT, requireFromRoot } from "@/server/root";

// Why: docs/decisions/dependencies.md

const BUILT = path.join(ROOT, ".next");
const traceSchema = z.object({ files: z.array(z.string()) });
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

/**
 * Puts into the build the files of development packages, Next.js above all, that the build loads when it runs, so that
 * it runs without these packages. They're links where the disk allows it. The build must be complete.
 */
export async function copyTracedPackages(): Promise<void> {
  const lock = lockSchema.parse(JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")));
  const isForDevelopment = (file: string) => lock.packages[packageOf(file)]?.dev === true;
  for (const file of new Set([...filesOfPages(), ...(await filesOfNext())])) {
    if (!isForDevelopment(file) || !statSync(path.join(ROOT, file)).isFile()) continue;
    linkOrCopy(realpathSync(path.join(ROOT, file)), path.join(BUILT, file));
  }
}

/**
 * Keeps one of the build's equal chunks, and makes the others links to it. Turbopack makes the one that most routes share
 * again for each of them. Node.js loads what links lead to once, so such a chunk takes memory once, too.
 */
export function linkEqualChunks(): void {
  for (const folder of ["server/chunks", "server/chunks/ssr"].map((each) => path.join(BUILT, each))) {
    const kept = new Map<string, string>();
    for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
      const file = path.join(folder, name);
      const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
      const equal = kept.get(digest);
      if (equal === undefined) {
        kept.set(digest, name);
        continue;
      }
      rmSync(file);
      symlinkSync(equal, file);
    }
  }
}

/** Links, so that the file takes no more room. `npm ci` makes new files, so it leaves the link's as it is. */
function linkOrCopy(file: string, copy: string): void {
  mkdirSync(path.dirname(copy), { recursive: true });
  // Writing to an older link would change the package that it belongs to.
  rmSync(copy, { force: true });
  try {
    linkSync(file, copy);
  } catch {
    copyFileSync(file, copy);
  }
}

/**
 * Loads Next.js: the package in development, the build's copy in production, which pages load too. The copy can't read
 * `next.config.mjs`, so it gets the configuration of the build, as the server of Next's own `output: "standalone"` does.
 */
export async function loadNext(dev: boolean): Promise<typeof import("next").default> {
  if (!dev) {
    const { config }: { config: object } = requireFromRoot(path.join(BUILT, "required-server-files.json"));
    process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  }
  const load = createRequire(path.join(dev ? ROOT : BUILT, "package.json"));
  const { default: readConfig }: typeof import("next/dist/server/config") = load("next/dist/server/config");
  // It remembers what it has read. Without this, it prints a line about it.
  await readConfig(`phase-${dev ? "development" : "production"}-server`, ROOT);
  return load("next");
}

/** Returns the packages' files that pages and routes load, as paths in the checkout. Next.js has listed them. */
function filesOfPages(): string[] {
  const traces = readdirSync(BUILT, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".nft.json"));
  return traces.flatMap((trace) => {
    const { files } = traceSchema.parse(JSON.parse(readFileSync(path.join(BUILT, trace), "utf8")));
    const directory = path.dirname(path.join(BUILT, trace));
    return files
      .map((file) => path.relative(ROOT, path.join(directory, file)))
      .filter((file) => file.startsWith(`node_modules${path.sep}`));
  });
}

/**
 * Returns the files that `loadNext` can load in production. Next.js lists them too, but unless the output is standalone,
 * which would be a second copy of everything, its list lacks what reading a configuration needs.
 */
async function filesOfNext(): Promise<string[]> {
  const { nodeFileTrace }: { nodeFileTrace: Trace } = requireFromRoot("next/dist/compiled/@vercel/nft");
  const ignore = [
    "**/*.{map,md,mdx,d.ts}",
    "**/*.{dev,development}.js",
    "**/compiled/{webpack,babel*,next-devtools}/**",
  ];
  const { fileList } = await nodeFileTrace([requireFromRoot.resolve("next")], { base: ROOT, ignore });
  return [...fileList];
}

type Trace = (entries: string[], options: { base: string; ignore: string[] }) => Promise<{ fileList: Set<string> }>;

/** Returns the package's name in the lock file: the path up to and with the package's own directory. */
function packageOf(file: string): string {
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf("node_modules") + 1;
  return parts.slice(0, at + (parts[at]?.startsWith("@") ? 2 : 1)).join("/");
}
