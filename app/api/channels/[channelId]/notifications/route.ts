import { requireChannel } from "@/lib/channels/access";
import { setNotifications } from "@/lib/channels/notifications";
import { notificationsSchema } from "@/lib/channels/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/**
 * PUT /api/channels/<id>/notifications {notifications, allReplies}: sets the channel's level for a member, and
 * whether they follow all of its threads.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await setNotifications(channel, parse(notificationsSchema, await readJson(request)));
  },
});
