import { AppError } from "@/lib/errors";
import { DECODE_SECONDS, decodeImage, readOptions, type Wanted } from "@/lib/images/shrink";

/** A square part of a picture, in pixels of the picture as it is shown: upright. */
export type Square = { x: number; y: number; side: number };

/** The pixels on each side of a cropped picture, unless the part was smaller: twice the largest at which it is shown, and a bit. */
const CROPPED_SIDE = 256;

/**
 * That part of the picture in the file: a square WebP, in sRGB, with nothing of what a camera or a program wrote beside the pixels, and of a
 * moving picture the first frame. Throws as `decodeImage` does, and `invalid` when there is no such part.
 */
export function cropImage(file: string, { x, y, side }: Square, wanted: Wanted): Promise<Buffer> {
  return decodeImage(file, wanted, async (sharp, most) => {
    const options = readOptions(most);
    const { width, height } = (await sharp(file, options).metadata()).autoOrient;
    // Browsers round, so the part may reach over the edge by a pixel.
    const [left, top] = [Math.min(x, width - 1), Math.min(y, height - 1)];
    const fitting = Math.min(side, width - left, height - top);
    if (x >= width || y >= height || side - fitting > 2) {
      throw new AppError("invalid", "That part lies outside of the picture. Choose it again.");
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
