import { shownSizeSchema } from "@/lib/files/uploads/schema";
import { serveAttachment, serveShown } from "@/lib/files/uploads/serve-attachment";
import { findScheduledFile, removeScheduledFile } from "@/lib/messages/scheduled/files";
import { idParam, route } from "@/lib/web/http";
import { parse } from "@/lib/web/input";

/**
 * GET, DELETE /api/scheduled/<id>/files/<id>, for the message's author. GET returns the file as it was sent; with
 * `?size=preview` or `large`, an image in that size.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    const { user, params, query } = call;
    const size = parse(shownSizeSchema, query.get("size"));
    const file = await findScheduledFile(user, idParam(params, "scheduledId"), idParam(params, "fileId"));
    return size === null ? serveAttachment(file, call) : serveShown(file, size, call);
  },
  DELETE: ({ user, params }) => removeScheduledFile(user, idParam(params, "scheduledId"), idParam(params, "fileId")),
});
