import { requireChannel } from "@/lib/channels/access";
import { idParam, parse, readJson, route } from "@/lib/http";
import { messagePage } from "@/lib/messages/queries";
import { filterSchema, pageSchema, sendMessageSchema } from "@/lib/messages/schema";
import { sendMessage } from "@/lib/messages/send-message";

/** GET, POST /api/channels/<id>/messages: who may see the channel reads a page; its members post. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const { channel } = await requireChannel(user, idParam(params, "channelId"));
    const query = Object.fromEntries(request.nextUrl.searchParams);
    return messagePage(channel.id, parse(pageSchema, query), parse(filterSchema, query));
  },
  POST: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    return sendMessage(channel, parse(sendMessageSchema, await readJson(request)));
  },
});
