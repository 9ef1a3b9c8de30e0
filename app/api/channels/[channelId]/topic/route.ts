import { requireMember } from "@/lib/channels/access";
import { newTopicSchema } from "@/lib/channels/schema";
import { updateChannel } from "@/lib/channels/update-channel";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PUT …/topic `{topic}`, for the channel's managers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(newTopicSchema, async ({ user, params, body }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await updateChannel(channel, body);
  }),
});
