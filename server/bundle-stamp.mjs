/*
 * Which files the build bundled the server from. It's plain JavaScript that needs only Node, because the launcher asks it
 * before it can load TypeScript.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

export const BUNDLE = ".next/parley";
export const BUNDLE_STAMP = `${BUNDLE}/stamp.json`;

export function isBundled(root) {
  try {
    const { files, digest } = JSON.parse(readFileSync(path.join(root, BUNDLE_STAMP), "utf8"));
    return digest === digestOf(root, files);
  } catch {
    return false;
  }
}

export function digestOf(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${file}\0`).update(
      createHash("sha256")
        .update(readFileSync(path.join(root, file)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

export function notBuilt(root) {
  return `Parley isn't built, and the packages that build it aren't installed. Run npm ci --include=dev in ${root} and try again, or copy a built Parley.`;
}
