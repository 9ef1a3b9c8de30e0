import { needsSetup } from "@/lib/people/create-workspace";
import { FULL_DISK, fullPlaces } from "@/lib/process/full-disk";
import { publicRoute } from "@/lib/web/http";

/**
 * GET /api/ready, public: 200 if the database answers, otherwise 503. Its status is `full` while a disk is: reading works, so
 * a load balancer mustn't take every instance away.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => {
    await needsSetup();
    const full = [...fullPlaces().keys()];
    return full.length === 0 ? { status: "ready" } : { status: "full", full, message: FULL_DISK };
  },
});
