import { openDirect } from "@/lib/channels/open-direct";
import { openDirectSchema } from "@/lib/channels/schema";
import { parse, readJson, route } from "@/lib/web/http";

/** POST /api/direct {userIds}: the user's direct message with these people, created if there is none yet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user }) => {
    const { userIds } = parse(openDirectSchema, await readJson(request));
    const { id } = await openDirect(user, userIds);
    return { channelId: `${id}` };
  },
});
