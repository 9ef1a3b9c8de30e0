import { GIF } from "image-size/types/gif";
import { HEIF } from "image-size/types/heif";
import type { IImage } from "image-size/types/interface";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";

/** An image's type, and its size in pixels as it's displayed. */
export type ImageType = { contentType: string; width: number; height: number };

/** How many bytes of a file `imageTypeOf` needs at most. */
export const HEAD_BYTES = 128 * 1024;

// Only the parser with a matching signature runs, and only on as many bytes as it can process fast: AVIF's takes
// quadratic time.
const KINDS: { contentType: string; bytes: number; parser: IImage; matches: (head: Buffer) => boolean }[] = [
  {
    contentType: "image/png",
    bytes: 64,
    parser: PNG,
    matches: (head) => at(head, 0, "\x89PNG\r\n\x1a\n") && at(head, 12, "IHDR"),
  },
  { contentType: "image/jpeg", bytes: HEAD_BYTES, parser: JPG, matches: (head) => at(head, 0, "\xff\xd8\xff") },
  {
    contentType: "image/gif",
    bytes: 64,
    parser: GIF,
    matches: (head) => at(head, 0, "GIF87a") || at(head, 0, "GIF89a"),
  },
  {
    contentType: "image/webp",
    bytes: 64,
    parser: WEBP,
    matches: (head) => at(head, 0, "RIFF") && at(head, 8, "WEBPVP8"),
  },
  { contentType: "image/avif", bytes: 32 * 1024, parser: HEIF, matches: (head) => at(head, 4, "ftypavif") },
];

const MOST_SIDE = 65_535;
// A few kilobytes can decompress to gigabytes in every reader's browser.
const MOST_PIXELS = 100_000_000;

/**
 * Returns the image type of a file from its first bytes; null if it's anything else, broken or too large. Never
 * throws.
 */
export function imageTypeOf(head: Buffer): ImageType | null {
  const kind = KINDS.find(({ matches }) => matches(head));
  if (!kind) return null;
  try {
    // Copies exactly these bytes, because the parsers read to the end of the underlying memory.
    const copy = Buffer.from(new Uint8Array(head.subarray(0, kind.bytes)).buffer);
    const found = kind.parser.calculate(copy);
    const [largest] = (found.images ?? [found]).toSorted((a, b) => b.width * b.height - a.width * a.height);
    if (!largest || !isSane(largest)) return null;
    // EXIF orientations from 5 on swap width and height.
    const turned = (found.orientation ?? 1) >= 5 && (found.orientation ?? 1) <= 8;
    const { width, height } = turned ? { width: largest.height, height: largest.width } : largest;
    return { contentType: kind.contentType, width, height };
  } catch {
    return null;
  }
}

function isSane({ width, height }: { width: number; height: number }): boolean {
  const whole = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MOST_SIDE);
  return whole && width * height <= MOST_PIXELS;
}

function at(head: Buffer, offset: number, text: string): boolean {
  return head.toString("latin1", offset, offset + text.length) === text;
}
