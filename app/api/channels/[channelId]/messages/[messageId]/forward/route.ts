import { requireChannel } from "@/lib/channels/access";
import { forwardMessage } from "@/lib/messages/forward-message";
import { forwardSchema } from "@/lib/messages/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** POST …/forward `{to, content, nonce}`: posts a copy to the channel `to`. Returns the new message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user, params }) => {
    const source = await requireChannel(user, idParam(params, "channelId"));
    const { to, ...forwarded } = parse(forwardSchema, await readJson(request));
    return forwardMessage(source, idParam(params, "messageId"), await requireChannel(user, to), forwarded);
  },
});
