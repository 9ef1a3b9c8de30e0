import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/** POST /webhooks/incoming/<webhookId>/<token>, authorized by the token. `receive` answers all other methods too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
