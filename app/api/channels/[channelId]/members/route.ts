import { requireChannel, requireMember } from "@/lib/channels/access";
import { channelMembers } from "@/lib/channels/members";
import { addMembers } from "@/lib/channels/membership";
import { membersSchema } from "@/lib/channels/schema";
import { peopleNamed } from "@/lib/messages/post/people-named";
import { newMembersSchema } from "@/lib/messages/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody, withQuery } from "@/lib/web/input";

/**
 * GET /api/channels/<id>/members?q=&after=, for anyone who can see the channel. Returns `{members, next}`: managers first,
 * then by name; `next` is the next page's `after`. POST `{people}` adds everyone named in it, as "@Ann, @Bo", or no
 * one; for members. Returns `{added}`.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(membersSchema, async ({ user, params, query }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return channelMembers(channel, query);
  }),
  POST: withBody(newMembersSchema, async ({ user, params, body }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    const ids = await peopleNamed(user.id, body.people);
    await addMembers(channel, ...ids);
    return { added: ids.length };
  }),
});
