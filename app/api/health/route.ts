import { VERSION } from "@/lib/process/version";
import { publicRoute } from "@/lib/web/http";

/** GET /api/health, public: 200 and Parley's version as soon as this process accepts requests. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => ({ status: "ok", version: VERSION }),
});
