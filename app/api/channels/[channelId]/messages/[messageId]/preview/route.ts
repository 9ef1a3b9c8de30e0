import { requireChannel } from "@/lib/channels/access";
import { removeLinkPreview } from "@/lib/messages/change/change-as-member";
import { idParam, route } from "@/lib/web/http";

/** DELETE /api/channels/<id>/messages/<id>/preview: for the message's author and the channel's managers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: async ({ user, params }) =>
    removeLinkPreview(await requireChannel(user, idParam(params, "channelId")), idParam(params, "messageId")),
});
