import { requireChannel } from "@/lib/channels/access";
import { removeFromLater, saveForLater } from "@/lib/messages/later/items";
import { saveSchema } from "@/lib/messages/later/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PUT …/later `{remindAt?}`, DELETE: saves a message for everyone who can see it, only for themselves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(saveSchema, async ({ user, params, body }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await saveForLater(channel, idParam(params, "messageId"), body.remindAt);
  }),
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await removeFromLater(channel, idParam(params, "messageId"));
  },
});
