import { sayTyping } from "@/lib/live/presence/say";
import { idParam, route } from "@/lib/web/http";

/**
 * POST /api/channels/<id>/typing?thread=<message id>: tells others that a member is typing in the channel or thread.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: ({ user, params, query }) => sayTyping(user, idParam(params, "channelId"), query),
  },
  { counts: "nothing" },
);
