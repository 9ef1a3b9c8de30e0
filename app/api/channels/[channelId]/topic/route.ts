import { requireMember } from "@/lib/channels/access";
import { newTopicSchema } from "@/lib/channels/schema";
import { updateChannel } from "@/lib/channels/update-channel";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PUT …/topic `{topic}`, for the channel's managers. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user, params }) => {
    const channel = await requireMember(user, idParam(params, "channelId"));
    await updateChannel(channel, parse(newTopicSchema, await readJson(request)));
  },
});
