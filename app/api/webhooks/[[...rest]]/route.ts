import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/** Discord's dialect: anybody who holds a token. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
