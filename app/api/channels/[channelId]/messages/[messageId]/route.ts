import { requireChannel } from "@/lib/channels/access";
import { deleteMessage, editMessage } from "@/lib/messages/change-as-member";
import { editMessageSchema } from "@/lib/messages/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/**
 * PATCH {content}, DELETE /api/channels/<id>/messages/<id>, for its author. The channel's managers can delete it too.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const { content } = parse(editMessageSchema, await readJson(request));
    return editMessage(channel, idParam(params, "messageId"), content);
  },
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await deleteMessage(channel, idParam(params, "messageId"));
  },
});
