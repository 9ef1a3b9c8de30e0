import { requireMember } from "@/lib/channels/access";
import { threadReadSchema } from "@/lib/messages/schema";
import { markThreadRead } from "@/lib/messages/threads/follow-thread";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** POST …/threads/<message id>/read {seq}: moves a follower's read position in the thread forward to the reply. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: withBody(threadReadSchema, async ({ user, params, body }) => {
      const channel = await requireMember(user, idParam(params, "channelId"));
      await markThreadRead(channel, idParam(params, "rootId"), body.seq);
    }),
  },
  { counts: "reading" },
);
