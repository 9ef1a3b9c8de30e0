import { needsSetup } from "@/lib/users/create-workspace";
import { publicRoute } from "@/lib/web/http";

/** GET /api/ready: anybody. 200 while the database answers, 503 while it doesn't. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => {
    await needsSetup();
    return { status: "ready" };
  },
});
