import { requireMember } from "@/lib/channels/access";
import { markRead } from "@/lib/channels/read-position";
import { readSchema } from "@/lib/channels/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** POST /api/channels/<id>/read {seq}: moves a member's read position forward to the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: withBody(readSchema, async ({ user, params, body }) => {
      const channel = await requireMember(user, idParam(params, "channelId"));
      await markRead(channel, body.seq);
    }),
  },
  { counts: "reading" },
);
