import { requireChannel } from "@/lib/channels/access";
import { setPinned } from "@/lib/messages/change/change-as-member";
import { idParam, route } from "@/lib/web/http";

/** PUT, DELETE …/pin, for the channel's members. Returns the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return setPinned(channel, idParam(params, "messageId"), true);
  },
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return setPinned(channel, idParam(params, "messageId"), false);
  },
});
