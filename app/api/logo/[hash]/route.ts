import { serveAvatar } from "@/lib/people/avatars/serve-avatar";
import { publicRoute } from "@/lib/web/http";

/** GET /api/logo/<hash>: the workspace's logo, also for people who aren't signed in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: (call) => serveAvatar(`${call.params.hash}`, call, { logosOnly: true }),
});
