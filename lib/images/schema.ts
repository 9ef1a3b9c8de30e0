import { z } from "zod";

/** Addresses of images that somebody is about to use, to be shown beside what they write. */
export const signImagesSchema = z.object({ urls: z.array(z.string().max(4096)).max(100) });
