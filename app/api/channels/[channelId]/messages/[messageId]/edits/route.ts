import { requireChannel } from "@/lib/channels/access";
import { editHistory } from "@/lib/messages/queries";
import { idParam, route } from "@/lib/web/http";

/** GET …/edits: what the message said before, for its author and the channel's managers. `{edits}`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { edits: await editHistory(channel, idParam(params, "messageId")) };
  },
});
