import { requireChannel, requireMember } from "@/lib/channels/access";
import { addMember } from "@/lib/channels/membership";
import { channelMembers } from "@/lib/channels/queries";
import { newMemberSchema } from "@/lib/channels/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/**
 * GET /api/channels/<id>/members, for anyone who can see the channel. Returns `{members}`: managers first, then by
 * name. POST `{userId}` adds a person, for members.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { members: await channelMembers(channel) };
  },
  POST: async ({ request, user, params }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await addMember(channel, parse(newMemberSchema, await readJson(request)).userId);
  },
});
