import { serveAvatar } from "@/lib/avatars/serve-avatar";
import { route } from "@/lib/web/http";

/** GET /api/pictures/<hash>: an uploaded avatar as it is shown beside a name, for who is signed in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ request, params: { hash } }) => serveAvatar(`${hash}`, request),
});
