import { requireMember } from "@/lib/channels/access";
import { placeChannel, placeChannelSchema } from "@/lib/channels/sections";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PUT /api/channels/<id>/placement {starred, section}: stars the channel, or moves it in the member's own sidebar. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(placeChannelSchema, async ({ user, params, body }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await placeChannel(channel, body);
  }),
});
