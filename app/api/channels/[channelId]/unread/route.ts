import { requireMember } from "@/lib/channels/access";
import { markUnreadFrom } from "@/lib/channels/read-position";
import { unreadSchema } from "@/lib/channels/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** POST /api/channels/<id>/unread {seq}: moves a member's read position back to just before the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withBody(unreadSchema, async ({ user, params, body }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await markUnreadFrom(channel, body.seq);
  }),
});
