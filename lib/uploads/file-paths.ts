import path from "node:path";
import { env } from "@/lib/env";
import type { ShownSize } from "@/lib/images/shrink";

/** Returns the directory of all uploads. */
export function uploadsDir(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "uploads");
}

/** Returns the directory of files whose hash isn't known yet. */
export function incomingDir(): string {
  return path.join(/* turbopackIgnore: true */ uploadsDir(), "incoming");
}

/** Returns the path of the file with this SHA-256. */
export function filePathOf(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString("hex");
  return path.join(/* turbopackIgnore: true */ uploadsDir(), hex.slice(0, 2), hex);
}

/** Returns the path of the image's version in this size. An empty file there means that it can't be shown. */
export function shownFilePathOf(hash: Uint8Array, size: ShownSize): string {
  return `${filePathOf(hash)}.${size}.webp`;
}
