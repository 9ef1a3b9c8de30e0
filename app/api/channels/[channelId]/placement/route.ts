import { requireMember } from "@/lib/channels/access";
import { placeChannel, placeChannelSchema } from "@/lib/channels/sections";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PUT /api/channels/<id>/placement {starred, section}: stars the channel, or moves it in the member's own sidebar. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user, params }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await placeChannel(channel, parse(placeChannelSchema, await readJson(request)));
  },
});
