import { idParam, route } from "@/lib/web/http";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { payloadOfMessage } from "@/lib/webhooks/delivery-log";

/**
 * GET …/payloads/<messageId>, for people who may manage the channel's webhooks. Returns the latest payload that the message
 * was made from as `{payload}`, which is null if it's no longer kept.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireWebhookManager(user, idParam(params, "channelId"));
    const [webhookId, messageId] = [idParam(params, "webhookId"), idParam(params, "messageId")];
    const { payload } = await payloadOfMessage(channel, webhookId, messageId);
    return { payload };
  },
});
