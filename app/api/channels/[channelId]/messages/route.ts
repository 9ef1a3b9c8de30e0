import { requireChannel } from "@/lib/channels/access";
import { idParam, parse, readJson, route } from "@/lib/http";
import { messagePage } from "@/lib/messages/queries";
import { filterSchema, pageSchema, sendMessageSchema, uploadMessageSchema } from "@/lib/messages/schema";
import { assertMayWrite, sendMessage } from "@/lib/messages/send-message";
import { countWrite } from "@/lib/messages/write-limit";
import { isUpload, readUpload } from "@/lib/uploads/read-upload";

/** GET, POST /api/channels/<id>/messages: who may see the channel reads a page; its members post JSON, or a form with files. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const { channel } = await requireChannel(user, idParam(params, "channelId"));
    const query = Object.fromEntries(request.nextUrl.searchParams);
    return messagePage(channel.id, parse(pageSchema, query), parse(filterSchema, query));
  },
  POST: async ({ request, user, params }) => {
    const channel = await requireChannel(user, idParam(params, "channelId"));
    await countWrite(user.id);
    if (!isUpload(request)) return sendMessage(channel, parse(sendMessageSchema, await readJson(request)));
    // Before anything of the body is read, or a stranger could fill the disk.
    assertMayWrite(channel);
    const { fields, files } = await readUpload(request);
    return sendMessage(channel, { ...parse(uploadMessageSchema, fields), attachments: files });
  },
});
