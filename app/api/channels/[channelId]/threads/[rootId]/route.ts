import { requireChannel } from "@/lib/channels/access";
import { threadPageSchema } from "@/lib/messages/schema";
import { threadPage } from "@/lib/messages/threads/thread-page";
import { idParam, route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/channels/<id>/threads/<message id>?before=<seq>. Returns the root and a page of its replies. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(threadPageSchema, async ({ user, params, query }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return threadPage(channel, idParam(params, "rootId"), query.before ?? null);
  }),
});
