import { requireChannel } from "@/lib/channels/access";
import { idParam, route } from "@/lib/web/http";
import { channelWebhooks } from "@/lib/webhooks/queries";

/** GET /api/channels/<id>/webhooks: who may see the channel. `{webhooks}` that belong to it or have messages in it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { webhooks: await channelWebhooks(channel) };
  },
});
