import { requireMember } from "@/lib/channels/access";
import { threadReadSchema } from "@/lib/messages/schema";
import { markThreadRead } from "@/lib/threads/follow-thread";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** POST …/threads/<message id>/read {seq}: moves a follower's read position in the thread forward to the reply. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: async ({ request, user, params }) => {
      const channel = await requireMember(user, idParam(params, "channelId"));
      const { seq } = parse(threadReadSchema, await readJson(request));
      await markThreadRead(channel, idParam(params, "rootId"), seq);
    },
  },
  { counts: "reading" },
);
