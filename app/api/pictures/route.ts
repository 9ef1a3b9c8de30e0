import { uploadAvatar } from "@/lib/avatars/upload-avatar";
import { route } from "@/lib/web/http";

/**
 * POST /api/pictures, a form with a file and `x`, `y`, `side`: `{picture, shown}`, that square of it, for who sent it to use beside their
 * name or a webhook's.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ({ request, user }) => uploadAvatar(user, request),
});
