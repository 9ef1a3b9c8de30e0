import { findScheduledFile, removeScheduledFile } from "@/lib/scheduled/files";
import { shownSizeSchema } from "@/lib/uploads/schema";
import { serveAttachment, serveShown } from "@/lib/uploads/serve-attachment";
import { idParam, parse, route } from "@/lib/web/http";

/**
 * GET, DELETE /api/scheduled/<id>/files/<id>, for the message's author. GET returns the file as it was sent; with
 * `?size=preview` or `large`, an image in that size.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const size = parse(shownSizeSchema, request.nextUrl.searchParams.get("size"));
    const file = await findScheduledFile(user, idParam(params, "scheduledId"), idParam(params, "fileId"));
    return size === null ? serveAttachment(file, request) : serveShown(file, size, request);
  },
  DELETE: ({ user, params }) => removeScheduledFile(user, idParam(params, "scheduledId"), idParam(params, "fileId")),
});
