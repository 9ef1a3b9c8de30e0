import { requireChannel } from "@/lib/channels/access";
import { idParam, route } from "@/lib/web/http";
import { channelWebhooks } from "@/lib/webhooks/queries";

/**
 * GET /api/channels/<id>/webhooks, for anyone who can see the channel. Returns the `{webhooks}` that belong to it or
 * have messages in it.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { webhooks: await channelWebhooks(channel) };
  },
});
