import { needsSetup } from "@/lib/users/create-workspace";
import { publicRoute } from "@/lib/web/http";

/** GET /api/ready, public: 200 if the database answers, otherwise 503. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => {
    await needsSetup();
    return { status: "ready" };
  },
});
