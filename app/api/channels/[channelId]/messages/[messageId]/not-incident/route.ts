import { idParam, route } from "@/lib/web/http";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { markNotIncident, unmarkCard } from "@/lib/webhooks/not-incidents";

/** PUT and DELETE …/not-incident, for who manages the channel's webhooks: cards like this one aren't incidents, or are again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ user, params }) => {
    const channel = await requireWebhookManager(user, idParam(params, "channelId"));
    await markNotIncident(channel, idParam(params, "messageId"));
  },
  DELETE: async ({ user, params }) => {
    const channel = await requireWebhookManager(user, idParam(params, "channelId"));
    await unmarkCard(channel, idParam(params, "messageId"));
  },
});
