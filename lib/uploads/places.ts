import path from "node:path";
import { env } from "@/lib/env";
import type { ShownSize } from "@/lib/images/shrink";

/** The directory of all uploads. */
export function uploadsDir(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "uploads");
}

/** Where files lie until their hash is known. */
export function incomingDir(): string {
  return path.join(/* turbopackIgnore: true */ uploadsDir(), "incoming");
}

/** Where the file of this SHA-256 lies. */
export function placeOf(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString("hex");
  return path.join(/* turbopackIgnore: true */ uploadsDir(), hex.slice(0, 2), hex);
}

/** Where that file lies as it is shown in this size. An empty one there says that it can't be shown. */
export function shownPlaceOf(hash: Uint8Array, size: ShownSize): string {
  return `${placeOf(hash)}.${size}.webp`;
}
