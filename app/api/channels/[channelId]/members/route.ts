import { requireChannel, requireMember } from "@/lib/channels/access";
import { addMembers } from "@/lib/channels/membership";
import { channelMembers } from "@/lib/channels/queries";
import { peopleNamed } from "@/lib/messages/people-named";
import { newMembersSchema } from "@/lib/messages/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/**
 * GET /api/channels/<id>/members, for anyone who can see the channel. Returns `{members}`: managers first, then by
 * name. POST `{people}` adds everyone named in it, as "@Ann, @Bo", or no one; for members. Returns `{added}`.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return { members: await channelMembers(channel) };
  },
  POST: withBody(newMembersSchema, async ({ user, params, body }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    const ids = await peopleNamed(user.id, body.people);
    await addMembers(channel, ...ids);
    return { added: ids.length };
  }),
});
