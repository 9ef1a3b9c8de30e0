import { requireMember } from "@/lib/channels/access";
import { markRead } from "@/lib/channels/read-position";
import { readSchema } from "@/lib/channels/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** POST /api/channels/<id>/read {seq}: moves a member's read position forward to the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: async ({ request, user, params }) => {
      const channel = await requireMember(user, idParam(params, "channelId"));
      await markRead(channel, parse(readSchema, await readJson(request)).seq);
    },
  },
  { counts: "reading" },
);
