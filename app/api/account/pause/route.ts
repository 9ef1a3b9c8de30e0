import { pauseSchema } from "@/lib/notifications/schema";
import { setPause } from "@/lib/notifications/settings";
import { parse, readJson, route } from "@/lib/web/http";

/** PUT /api/account/pause {pause, timeZone}: pauses the user's notifications. Returns until when. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user }) => {
    const { pause, timeZone } = parse(pauseSchema, await readJson(request));
    return setPause(user, pause, timeZone);
  },
});
