import { publicRoute } from "@/lib/web/http";

/** GET /api/health: anybody. 200 as soon as this process serves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({ GET: async () => ({ status: "ok" }) });
