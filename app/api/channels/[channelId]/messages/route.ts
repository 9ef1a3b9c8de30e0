import { requireChannel, seesSenders } from "@/lib/channels/access";
import { messagePage } from "@/lib/messages/queries";
import { filterSchema, pageSchema, sendMessageSchema, uploadMessageSchema } from "@/lib/messages/schema";
import { assertMayWrite, sendMessage } from "@/lib/messages/send-message";
import { isUpload, takeUpload } from "@/lib/uploads/read-upload";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/**
 * GET /api/channels/<id>/messages returns a page to anyone who can see the channel. POST takes a member's message as
 * JSON, or as a form with files.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    const query = Object.fromEntries(request.nextUrl.searchParams);
    const who = { senders: seesSenders(channel) };
    return messagePage(channel.channel.id, parse(pageSchema, query), parse(filterSchema, query), who);
  },
  POST: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    if (!isUpload(request)) return sendMessage(channel, parse(sendMessageSchema, await readJson(request)));
    return takeUpload(user.id, request, {
      // Whether it's a reply is known only once the form has been read.
      allow: async () => assertMayWrite(channel, { inThread: true }),
      post: ({ fields, files }) => sendMessage(channel, { ...parse(uploadMessageSchema, fields), attachments: files }),
    });
  },
});
