import type { ShownSize } from "@/lib/files/images/shrink";
import { diskPathOf } from "@/lib/files/stores/disk-store";

/** The sizes of an image's versions. */
const SHOWN_SIZES: readonly ShownSize[] = ["preview", "large"];

/** Returns the name under which the file with this SHA-256 is stored. */
export function fileNameOf(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString("hex");
  return `${hex.slice(0, 2)}/${hex}`;
}

/** Returns the name of the image's version in this size. An empty file there means that it can't be shown. */
export function shownNameOf(hash: Uint8Array, size: ShownSize): string {
  return `${fileNameOf(hash)}.${size}.webp`;
}

/** Returns the names of the file with this SHA-256 and of its versions. */
export function allNamesOf(hash: Uint8Array): string[] {
  return [fileNameOf(hash), ...SHOWN_SIZES.map((size) => shownNameOf(hash, size))];
}

/** Returns the path of the file with this SHA-256 if it's on disk. */
export function filePathOf(hash: Uint8Array): string {
  return diskPathOf(fileNameOf(hash));
}

/** Returns the path of the image's version in this size if it's on disk. */
export function shownFilePathOf(hash: Uint8Array, size: ShownSize): string {
  return diskPathOf(shownNameOf(hash, size));
}
