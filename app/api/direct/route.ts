import { openDirect } from "@/lib/channels/open-direct";
import { openDirectSchema } from "@/lib/channels/schema";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** POST /api/direct {userIds}: the user's direct message with these people, created if there is none yet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withBody(openDirectSchema, async ({ user, body }) => {
    const { id } = await openDirect(user, body.userIds);
    return { channelId: `${id}` };
  }),
});
