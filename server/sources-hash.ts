import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

// Neither what is made from sources nor tests end up in a build.
const IGNORED = /(^|\/)(generated|testing)(\/|$)|\.test\.tsx?$/;

/** A SHA-256 in hex over the names and contents of files, and of all files below folders; paths are relative to `root`. */
export function sourcesHash(root: string, sources: string[]): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesOf(root, source)).sort()) {
    hash.update(`${file}\0`).update(
      createHash("sha256")
        .update(readFileSync(path.join(root, file)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function filesOf(root: string, source: string): string[] {
  const stat = statSync(path.join(root, source), { throwIfNoEntry: false });
  if (stat === undefined || IGNORED.test(source)) return [];
  if (!stat.isDirectory()) return [source];
  return readdirSync(path.join(root, source)).flatMap((name) => filesOf(root, `${source}/${name}`));
}
