import { serveEmoji } from "@/lib/people/avatars/serve-avatar";
import { idParam, route } from "@/lib/web/http";

/** GET /api/emoji/<id>: the image of a custom emoji, for signed-in people. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: (call) => serveEmoji(idParam(call.params, "emojiId"), call),
});
