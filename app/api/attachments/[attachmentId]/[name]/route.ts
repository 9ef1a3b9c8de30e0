import { shownSizeSchema } from "@/lib/files/uploads/schema";
import { serveAttachment, serveShown } from "@/lib/files/uploads/serve-attachment";
import { findAttachment } from "@/lib/messages/files/queries";
import { idParam, route } from "@/lib/web/http";
import { parse } from "@/lib/web/input";

/**
 * GET /api/attachments/<id>/<any name>, for people who can read its message. Returns the file as it was sent; with
 * `?size=preview` or `large`, an image in that size.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    const { user, params, query } = call;
    const size = parse(shownSizeSchema, query.get("size"));
    const attachment = await findAttachment(user, idParam(params, "attachmentId"));
    return size === null ? serveAttachment(attachment, call) : serveShown(attachment, size, call);
  },
});
