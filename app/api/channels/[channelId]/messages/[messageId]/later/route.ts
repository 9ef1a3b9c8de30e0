import { requireChannel } from "@/lib/channels/access";
import { removeFromLater, saveForLater } from "@/lib/later/items";
import { saveSchema } from "@/lib/later/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PUT …/later `{remindAt?}`, DELETE: saves a message for everyone who can see it, only for themselves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const { remindAt } = parse(saveSchema, await readJson(request));
    await saveForLater(channel, idParam(params, "messageId"), remindAt);
  },
  DELETE: async ({ user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await removeFromLater(channel, idParam(params, "messageId"));
  },
});
