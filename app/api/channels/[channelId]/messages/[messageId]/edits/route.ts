import { requireChannel } from "@/lib/channels/access";
import { editHistory } from "@/lib/messages/read/queries";
import { parseId } from "@/lib/text/text";
import { idParam, route } from "@/lib/web/http";

/**
 * GET …/edits?after=, for the message's author and the channel's managers. Returns `{edits, acts, next}`: a page of its
 * earlier versions, and acts on its incident.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params, query }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const after = parseId(query.get("after") ?? "") ?? undefined;
    return editHistory(channel, idParam(params, "messageId"), after);
  },
});
