import { requireChannel } from "@/lib/channels/access";
import { editHistory } from "@/lib/messages/queries";
import { idParam, route } from "@/lib/web/http";

/** GET …/edits, for the message's author and the channel's managers. Returns `{edits, acts}`: its earlier versions, and acts on its incident. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return editHistory(channel, idParam(params, "messageId"));
  },
});
