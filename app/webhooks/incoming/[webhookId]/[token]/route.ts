import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/** POST /webhooks/incoming/<webhookId>/<token>: anybody who holds the token. Every other method is answered by `receive` too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
