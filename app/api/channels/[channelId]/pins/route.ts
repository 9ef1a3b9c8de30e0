import { requireChannel } from "@/lib/channels/access";
import { pinnedMessages } from "@/lib/messages/change-as-member";
import { idParam, route } from "@/lib/web/http";

/** GET /api/channels/<id>/pins, for anyone who can see the channel. Returns `{messages}`, last pinned first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { messages: await pinnedMessages(channel) };
  },
});
