import { publicRoute, requestBaseUrl } from "@/lib/web/http";
import { openApi } from "@/lib/webhooks/docs/openapi";

/** GET /openapi.json, public: the webhook endpoints as OpenAPI 3.1 with this server's URL. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => openApi(await requestBaseUrl()),
});
