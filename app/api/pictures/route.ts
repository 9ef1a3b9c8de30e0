import { avatarForm, uploadAvatar } from "@/lib/people/avatars/upload-avatar";
import { route } from "@/lib/web/http";
import { withFiles } from "@/lib/web/input";

/**
 * POST /api/pictures, a form with a file and `x`, `y`, `side`: crops an image to a square, for the user to set as
 * their or a webhook's avatar. Returns `{picture, shown}`.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withFiles(avatarForm, ({ user, body, files }) => uploadAvatar(user, body, files)),
});
