import { signImagesSchema } from "@/lib/images/schema";
import { shownImage } from "@/lib/images/signed-url";
import { parse, readJson, route } from "@/lib/web/http";

/**
 * POST /api/images `{urls}`: the path where each image is shown, in the same order; null for anything but an http(s)
 * URL.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: async ({ request, user }) => {
      const { urls } = parse(signImagesSchema, await readJson(request));
      return { shown: urls.map((url) => shownImage(url, user.id)) };
    },
  },
  { counts: "nothing" },
);
