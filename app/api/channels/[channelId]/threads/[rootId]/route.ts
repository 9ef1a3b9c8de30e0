import { requireChannel } from "@/lib/channels/access";
import { threadPageSchema } from "@/lib/messages/schema";
import { threadPage } from "@/lib/threads/thread-page";
import { idParam, parse, route } from "@/lib/web/http";

/** GET /api/channels/<id>/threads/<message id>?before=<seq>. Returns the root and a page of its replies. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const { before } = parse(threadPageSchema, Object.fromEntries(request.nextUrl.searchParams));
    return threadPage(channel, idParam(params, "rootId"), before ?? null);
  },
});
