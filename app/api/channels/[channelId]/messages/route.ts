import { requireChannel, seesSenders } from "@/lib/channels/access";
import { assertMayWrite, sendMessage } from "@/lib/messages/post/send-message";
import { messagePage } from "@/lib/messages/read/queries";
import { filterSchema, pageSchema, sendMessageSchema, uploadMessageSchema } from "@/lib/messages/schema";
import { idParam, route } from "@/lib/web/http";
import { parse, withFiles } from "@/lib/web/input";

/**
 * GET /api/channels/<id>/messages returns a page to anyone who can see the channel. POST takes a member's message as
 * JSON, or as a form with files.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params, query }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const asked = Object.fromEntries(query);
    const who = { senders: seesSenders(channel) };
    return messagePage(channel.channel.id, parse(pageSchema, asked), parse(filterSchema, asked), who);
  },
  POST: withFiles(
    {
      json: sendMessageSchema,
      form: uploadMessageSchema,
      // Whether it's a reply is known only once the form has been read.
      allow: async ({ user, params }) =>
        assertMayWrite(await requireChannel(user, idParam(params, "channelId")), { inThread: true }),
    },
    async ({ user, params, body, files }) => {
      const channel = await requireChannel(user, idParam(params, "channelId"));
      return sendMessage(channel, { ...body, attachments: files });
    },
  ),
});
