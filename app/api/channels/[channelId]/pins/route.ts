import { requireChannel } from "@/lib/channels/access";
import { pinnedMessages } from "@/lib/messages/change/change-as-member";
import { parseCursor } from "@/lib/text/cursor";
import { idParam, route } from "@/lib/web/http";

/** GET /api/channels/<id>/pins?after=, for anyone who can see the channel. Returns a page, last pinned first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params, query }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const after = query.get("after");
    const found = await pinnedMessages(channel, parseCursor(after ?? ""));
    // An open page of the version before takes `messages`.
    return after === null ? { messages: found.items } : found;
  },
});
