import { z } from "zod";
import { requireMember } from "@/lib/channels/access";
import { markRead } from "@/lib/channels/queries";
import { idParam, parse, readJson, route } from "@/lib/http";

const readSchema = z.object({
  seq: z.number("seq must be a message's number.").int().min(0).max(Number.MAX_SAFE_INTEGER),
});

/** POST /api/channels/<id>/read {seq}: a member's read position moves forward to the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user, params }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await markRead(channel, parse(readSchema, await readJson(request)).seq);
  },
});
