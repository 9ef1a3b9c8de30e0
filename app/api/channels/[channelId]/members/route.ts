import { requireChannel } from "@/lib/channels/access";
import { channelMembers } from "@/lib/channels/queries";
import { idParam, route } from "@/lib/web/http";

/**
 * GET /api/channels/<id>/members, for anyone who can see the channel. Returns `{members}`: managers first, then by
 * name.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { members: await channelMembers(channel) };
  },
});
