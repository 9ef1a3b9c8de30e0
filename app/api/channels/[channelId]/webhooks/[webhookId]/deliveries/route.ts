import { idParam, route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import { deliveryLogSchema } from "@/lib/webhooks/schema";

/**
 * GET …/deliveries?failures=<n>, for people who may manage the channel's webhooks. Returns `{deliveries, failures}`:
 * the latest 100 successes and n failures, newest first, and the total number of failures.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(deliveryLogSchema, async ({ user, params, query }) => {
    const channel = await requireWebhookManager(user, idParam(params, "channelId"));
    return listDeliveries(channel, idParam(params, "webhookId"), query.failures);
  }),
});
