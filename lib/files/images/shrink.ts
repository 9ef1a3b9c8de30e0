import { open } from "node:fs/promises";
import { HEAD_BYTES, imageTypeOf } from "@/lib/files/images/image-type";
import { inTurn, type Requester } from "@/lib/process/in-turn";
import { countLimit } from "@/lib/process/limits";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { AppError, isAppError } from "@/lib/text/errors";

/**
 * The maximum sizes of displayed images, in pixels. `preview` is twice the space in a message, for high-density
 * screens; `large` is for an opened image.
 */
const SHOWN_SIZES = { preview: { width: 1120, height: 640 }, large: { width: 2560, height: 2560 } } as const;

type Decoder = typeof import("sharp")["default"];

export type ShownSize = keyof typeof SHOWN_SIZES;

/** The type of all displayed images. */
export const SHOWN_TYPE = "image/webp";

/** The file isn't an image that Parley can show: broken, of another type, or too large. Retrying won't help. */
export class UnshowableImage extends Error {}

/** Returns the maximum number of pixels of an image that can be displayed. */
export function mostPixels(): number {
  return countLimit("image-pixels", 100_000_000);
}

// Images larger than this are processed one at a time, because each can take hundreds of megabytes.
const LARGE_PIXELS = 4_000_000;
// The maximum of all frames together.
const ANIMATED_PIXELS = 25_000_000;

/** How long the decoder may take over one image. */
const DECODE_SECONDS = 20;

/** How long images wait for their turn: memory is shared, so everyone takes turns. */
export const TURN = {
  waiting: 1_000,
  patience: 120_000,
  refusal: { code: "unavailable", message: "Too many images are being processed. Try again in a moment." },
} as const;
const LANES = {
  large: { name: "shrink-large-image", atOnce: 1 },
  small: { name: "shrink-small-image", atOnce: 2 },
} as const;

/**
 * Converts an image for display: a WebP in one of the sizes, upright, in sRGB, without metadata. Animations are kept
 * unless they're too large. Throws UnshowableImage, `unavailable` if it waited too long or no one waits anymore, and
 * file system errors.
 */
export function shrinkImage(file: string, size: ShownSize, requester: Requester): Promise<Buffer> {
  return decodeImage(file, requester, (sharp, most) => shrink(sharp, file, size, most));
}

/**
 * Decodes the image and passes it to `make`, in turn with others; `most` limits its pixels. Throws UnshowableImage if
 * it isn't an image, is too large or `make` fails; `unavailable` if it waited too long; and file system errors.
 */
async function decodeImage<T>(
  file: string,
  { by, signal }: Requester,
  make: (sharp: Decoder, most: number) => Promise<T>,
): Promise<T> {
  const image = imageTypeOf(await readHead(file));
  if (!image) throw new UnshowableImage("not an image");
  const pixels = image.width * image.height;
  // AVIF is decoded as a whole and takes about 20 bytes per pixel; other formats are read line by line, or take 4.
  const most = image.contentType === "image/avif" ? mostPixels() / 4 : mostPixels();
  if (pixels > most) throw new UnshowableImage(`${pixels} pixels`);
  const { name, atOnce } = pixels > LARGE_PIXELS ? LANES.large : LANES.small;
  return inTurn(name, { atOnce, ...TURN, by: `${by}`, signal }, async () => {
    const sharp = await loadSharp();
    return make(sharp, most).catch((error: unknown) => {
      throw isAppError(error) ? error : new UnshowableImage("it can't be decoded", { cause: error });
    });
  });
}

/** Returns options to read a file line by line, and to fail if it's broken. */
function readOptions(limitInputPixels: number) {
  return { limitInputPixels, sequentialRead: true, failOn: "error" } as const;
}

async function shrink(sharp: Decoder, file: string, size: ShownSize, limitInputPixels: number): Promise<Buffer> {
  const options = readOptions(limitInputPixels);
  const metadata = await sharp(file, options).metadata();
  const { format, width, height } = metadata;
  const moves = isAnimation(metadata, limitInputPixels);
  const input = moves ? sharp(file, { ...options, animated: true }) : sharp(file, options).autoOrient();
  const box = SHOWN_SIZES[size];
  const fits = width <= box.width && height <= box.height;
  return (
    input
      .resize({ ...box, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS })
      // Drawings, such as screenshots, blur easily and are small anyway.
      .webp(fits && format === "png" ? { lossless: true, effort: 2 } : { quality: 85, effort: moves ? 1 : 3 })
      .toBuffer()
  );
}

/** Returns whether all frames of the image are kept. */
function isAnimation({ width, height, pages = 1 }: Metadata, most: number): boolean {
  return pages > 1 && width * height * pages <= Math.min(ANIMATED_PIXELS, most);
}

type Metadata = { width: number; height: number; pages?: number | undefined };

const LOADERS = ["Jpeg", "Png", "Nsgif", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}`);

/**
 * Loads sharp when the first image needs it. Without a build for this machine, Parley runs, but images are only
 * files.
 */
export function loadSharp() {
  return processWide("sharp", async () => {
    const { default: sharp } = await import("sharp").catch((error: unknown) => {
      log.error({ err: error }, "images can't be shown: sharp doesn't run on this machine");
      throw new AppError("unavailable", "This server can't process images. Ask an admin to check its log.");
    });
    // One thread per image and no cache, to leave processors and memory for posts.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  });
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A square area of an image, in pixels of the upright image. */
export type Square = { x: number; y: number; side: number };

/**
 * The size of a cropped image in pixels, unless the area was smaller: a bit over twice the largest size it's
 * displayed at.
 */
const CROPPED_SIDE = 256;

/**
 * Crops an image to a square WebP in sRGB, without metadata, using an animation's first frame; without an area to the largest
 * square in its middle. Throws like `decodeImage`, and `invalid` if the area is outside the image.
 */
export function cropImage(file: string, area: Square | null, requester: Requester): Promise<Buffer> {
  return decodeImage(file, requester, async (sharp, most) => {
    const options = readOptions(most);
    const { width, height } = (await sharp(file, options).metadata()).autoOrient;
    const { x, y, side } = area ?? middleOf(width, height);
    // Browsers round, so the area may exceed the image by a pixel.
    const [left, top] = [Math.min(x, width - 1), Math.min(y, height - 1)];
    const fitting = Math.min(side, width - left, height - top);
    if (x >= width || y >= height || side - fitting > 2) {
      throw new AppError("invalid", "The selected area is outside the image. Select it again.");
    }
    return sharp(file, options)
      .autoOrient()
      .extract({ left, top, width: fitting, height: fitting })
      .resize({ width: CROPPED_SIDE, height: CROPPED_SIDE, fit: "cover", withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS })
      .webp({ quality: 85, effort: 4 })
      .toBuffer();
  });
}

function middleOf(width: number, height: number): Square {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/**
 * Scales an image down into a square of `side` pixels, transparent where it isn't square: a WebP in sRGB, without
 * metadata. Animations are kept unless they're too large. Throws like `decodeImage`.
 */
export function fitImage(file: string, side: number, requester: Requester): Promise<Buffer> {
  return decodeImage(file, requester, async (sharp, most) => {
    const options = readOptions(most);
    const moves = isAnimation(await sharp(file, options).metadata(), most);
    const input = moves ? sharp(file, { ...options, animated: true }) : sharp(file, options).autoOrient();
    return input
      .resize({ width: side, height: side, fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .timeout({ seconds: DECODE_SECONDS })
      .webp({ quality: 85, effort: moves ? 1 : 4 })
      .toBuffer();
  });
}
