import { requireChannel } from "@/lib/channels/access";
import { deleteMessage, editMessage } from "@/lib/messages/change/change-as-member";
import { editMessageSchema } from "@/lib/messages/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/**
 * PATCH {content}, DELETE /api/channels/<id>/messages/<id>, for its author. The channel's managers can delete it too.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: withBody(editMessageSchema, async ({ user, params, body }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return editMessage(channel, idParam(params, "messageId"), body.content);
  }),
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await deleteMessage(channel, idParam(params, "messageId"));
  },
});
