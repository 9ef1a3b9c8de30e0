import { signImagesSchema } from "@/lib/images/schema";
import { shownImage } from "@/lib/images/signed-url";
import { parse, readJson, route } from "@/lib/web/http";

/** POST /api/images `{urls}`: in their order, where each image is shown; null for what is no http(s) address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: async ({ request, user }) => {
      const { urls } = parse(signImagesSchema, await readJson(request));
      return { shown: urls.map((url) => shownImage(url, user.id)) };
    },
  },
  { counts: "nothing" },
);
