import { requireChannel } from "@/lib/channels/access";
import { setNotifications } from "@/lib/channels/notifications";
import { notificationsSchema } from "@/lib/channels/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/**
 * PUT /api/channels/<id>/notifications {notifications, allReplies}: sets the channel's level for a member, and
 * whether they follow all of its threads.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(notificationsSchema, async ({ user, params, body }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await setNotifications(channel, body);
  }),
});
