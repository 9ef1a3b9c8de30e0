import { idParam, route } from "@/lib/http";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { listDeliveries } from "@/lib/webhooks/deliveries";

/** GET …/deliveries: those who may manage the channel's webhooks. `{deliveries}`, the latest 100, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireWebhookManager(user, idParam(params, "channelId"));
    return { deliveries: await listDeliveries(channel, idParam(params, "webhookId")) };
  },
});
