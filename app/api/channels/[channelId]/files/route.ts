import { requireChannel } from "@/lib/channels/access";
import { filesSchema } from "@/lib/files/uploads/schema";
import { channelFiles } from "@/lib/messages/files/queries";
import { idParam, route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/**
 * GET /api/channels/<id>/files?before=<file id>, for anyone who can see the channel. Returns `{items, next}`, newest
 * first.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(filesSchema, async ({ user, params, query }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return channelFiles(channel, query.before ?? null);
  }),
});
