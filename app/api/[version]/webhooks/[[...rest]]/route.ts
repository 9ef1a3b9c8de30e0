import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/** Discord's dialect with a version in the path, which changes nothing: anybody who holds a token. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
