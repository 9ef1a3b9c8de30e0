import { requireChannel } from "@/lib/channels/access";
import { mentionablePeople } from "@/lib/channels/queries";
import { idParam, route } from "@/lib/web/http";

/**
 * GET /api/channels/<id>/people?q=, for anyone who can see the channel. Returns `{people}` who can be mentioned
 * there, at most 20.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params, query, signal }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { people: await mentionablePeople(channel, query.get("q") ?? "", signal) };
  },
});
