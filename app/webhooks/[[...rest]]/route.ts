import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/** Addresses with a sender's name at their end; everything else under /webhooks is nothing, and that is said as for an unknown webhook. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
