import { publicRoute, requestBaseUrl } from "@/lib/web/http";
import { openApi } from "@/lib/webhooks/docs/openapi";

/** GET /openapi.json: anybody. The webhook endpoints as OpenAPI 3.1, at this install's address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => openApi(await requestBaseUrl()),
});
