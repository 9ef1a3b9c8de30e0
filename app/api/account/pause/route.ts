import { pauseSchema } from "@/lib/people/notifications/schema";
import { setPause } from "@/lib/people/notifications/settings";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PUT /api/account/pause {pause, timeZone}: pauses the user's notifications. Returns until when. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(pauseSchema, ({ user, body: { pause, timeZone } }) => setPause(user, pause, timeZone)),
});
