import { requireMember } from "@/lib/channels/access";
import { markUnreadFrom } from "@/lib/channels/read-position";
import { unreadSchema } from "@/lib/channels/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** POST /api/channels/<id>/unread {seq}: moves a member's read position back to just before the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user, params }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await markUnreadFrom(channel, parse(unreadSchema, await readJson(request)).seq);
  },
});
