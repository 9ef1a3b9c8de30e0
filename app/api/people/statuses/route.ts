import { currentStatuses } from "@/lib/people/status";
import { route } from "@/lib/web/http";

/** GET /api/people/statuses. Returns `{statuses}`: the current status of each person who has one, by id. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () => ({ statuses: await currentStatuses() }),
});
