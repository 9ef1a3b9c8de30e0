import { z } from "zod";

/** URLs of images that someone is about to use, to preview them while they write. */
export const signImagesSchema = z.object({ urls: z.array(z.string().max(4096)).max(100) });
