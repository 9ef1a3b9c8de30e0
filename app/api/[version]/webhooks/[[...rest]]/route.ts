import { webhookRoute } from "@/lib/webhooks/endpoint/receive";

/** Discord's URLs with a version in the path, which is ignored. Authorized by the token. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = webhookRoute;

export const dynamic = "force-dynamic";
