import { addEmoji, emojiForm } from "@/lib/messages/emoji/custom/add-emoji";
import { emojiIds } from "@/lib/messages/emoji/custom/custom-emoji";
import { route } from "@/lib/web/http";
import { withFiles } from "@/lib/web/input";

/**
 * GET /api/emoji: the IDs of the custom emoji by their names. POST, a form with a file and `name`: adds one. Returns
 * its `id`.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: () => emojiIds(),
  POST: withFiles(emojiForm, ({ user, body, files }) => addEmoji(user, body.name, files)),
});
