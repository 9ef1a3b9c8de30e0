import { requireChannel } from "@/lib/channels/access";
import { setReaction } from "@/lib/messages/change/change-as-member";
import { reactionSchema } from "@/lib/messages/schema";
import { idParam, route } from "@/lib/web/http";
import { parse } from "@/lib/web/input";

/** PUT, DELETE …/reactions/<emoji>: adds or removes a member's own reaction. Returns the message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return setReaction(channel, idParam(params, "messageId"), parse(reactionSchema, params.emoji), true);
  },
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return setReaction(channel, idParam(params, "messageId"), parse(reactionSchema, params.emoji), false);
  },
});
