import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/**
 * Webhook URLs that end with a sender's name. Any other path under /webhooks gets the same 404 as an unknown webhook.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
