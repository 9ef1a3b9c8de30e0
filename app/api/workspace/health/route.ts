import { readHealth } from "@/lib/operation/health/read-health";
import { route } from "@/lib/web/http";

/** GET /api/workspace/health: how the install is doing, for owners and admins. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ user }) => readHealth(user),
});
