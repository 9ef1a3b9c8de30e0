import path from "node:path";
import { env } from "@/lib/env";
import type { ShownSize } from "@/lib/images/shrink";

/** The directory of all uploads. */
export function uploadsDir(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "uploads");
}

/** The directory of files whose hash is not known yet. */
export function incomingDir(): string {
  return path.join(/* turbopackIgnore: true */ uploadsDir(), "incoming");
}

/** The path of the file with this SHA-256. */
export function filePathOf(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString("hex");
  return path.join(/* turbopackIgnore: true */ uploadsDir(), hex.slice(0, 2), hex);
}

/** The path of that file as an image of this size. It is an empty file when it can't be shown as an image. */
export function shownFilePathOf(hash: Uint8Array, size: ShownSize): string {
  return `${filePathOf(hash)}.${size}.webp`;
}
