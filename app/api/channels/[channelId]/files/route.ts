import { requireChannel } from "@/lib/channels/access";
import { channelFiles } from "@/lib/uploads/queries";
import { filesSchema } from "@/lib/uploads/schema";
import { idParam, parse, route } from "@/lib/web/http";

/**
 * GET /api/channels/<id>/files?before=<file id>, for anyone who can see the channel. Returns `{items, next}`, newest
 * first.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const { before } = parse(filesSchema, Object.fromEntries(request.nextUrl.searchParams));
    return channelFiles(channel, before ?? null);
  },
});
