import { uploadPicture } from "@/lib/pictures/upload-picture";
import { route } from "@/lib/web/http";

/**
 * POST /api/pictures, a form with a file and `x`, `y`, `side`: `{picture, shown}`, that square of it, for who sent it to use beside their
 * name or a webhook's.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ({ request, user }) => uploadPicture(user, request),
});
