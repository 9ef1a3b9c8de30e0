import { serveAvatar } from "@/lib/people/avatars/serve-avatar";
import { route } from "@/lib/web/http";

/** GET /api/pictures/<hash>: an uploaded avatar, for signed-in people. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: (call) => serveAvatar(`${call.params.hash}`, call),
});
