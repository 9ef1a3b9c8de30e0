import { requireChannel } from "@/lib/channels/access";
import { forwardMessage } from "@/lib/messages/post/forward-message";
import { forwardSchema } from "@/lib/messages/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** POST …/forward `{to, content, nonce}`: posts a copy to the channel `to`. Returns the new message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withBody(forwardSchema, async ({ user, params, body: { to, ...forwarded } }) => {
    const source = await requireChannel(user, idParam(params, "channelId"));
    return forwardMessage(source, idParam(params, "messageId"), await requireChannel(user, to), forwarded);
  }),
});
