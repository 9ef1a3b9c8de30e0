import { z } from "zod";
import { shownImage } from "@/lib/files/images/signed-url";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** URLs of images that someone is about to use, to preview them while they write. */
const signImagesSchema = z.object({ urls: z.array(z.string().max(4096)).max(100) });

/**
 * POST /api/images `{urls}`: the path where each image is shown, in the same order; null for anything but an http(s)
 * URL.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: withBody(signImagesSchema, async ({ user, body }) => ({
      shown: body.urls.map((url) => shownImage(url, user.id)),
    })),
  },
  { counts: "nothing" },
);
