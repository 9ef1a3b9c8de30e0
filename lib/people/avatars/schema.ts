import { z } from "zod";

const AREA = "Send the crop area as x, y and side, in whole pixels.";
const pixels = z.coerce.number(AREA).int(AREA).min(0, AREA).max(100_000_000, AREA);

/** The square of an uploaded image to use. */
export const squareSchema = z.object({
  x: pixels,
  y: pixels,
  side: pixels.min(1, AREA),
});

/** The name of an uploaded avatar; null if it's empty or missing. */
export const uploadedAvatarSchema = z
  .string()
  .regex(/^(picture:[0-9a-f]{64})?$/, "This image no longer exists. Upload it again.")
  .nullish()
  .transform((name) => name || null);

/** An uploaded avatar for yourself, or null for none. */
export const ownAvatarSchema = z.object({ picture: uploadedAvatarSchema });
