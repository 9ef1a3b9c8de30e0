import { pauseSchema } from "@/lib/notifications/schema";
import { setPause } from "@/lib/notifications/settings";
import { parse, readJson, route } from "@/lib/web/http";

/** PUT /api/account/pause {pause, timeZone}: leaves whoever is signed in alone for a while; answers until when. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user }) => {
    const { pause, timeZone } = parse(pauseSchema, await readJson(request));
    return setPause(user, pause, timeZone);
  },
});
