import { currentStatuses } from "@/lib/users/status";
import { route } from "@/lib/web/http";

/** GET /api/people/statuses: `{statuses}`, what people are up to just now, by their ids. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () => ({ statuses: await currentStatuses() }),
});
