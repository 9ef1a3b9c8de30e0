import { findAttachment } from "@/lib/uploads/queries";
import { shownSizeSchema } from "@/lib/uploads/schema";
import { serveAttachment, serveShown } from "@/lib/uploads/serve-attachment";
import { idParam, parse, route } from "@/lib/web/http";

/**
 * GET /api/attachments/<id>/<any name>, for people who can read its message. Returns the file as it was sent; with
 * `?size=preview` or `large`, an image in that size.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const size = parse(shownSizeSchema, request.nextUrl.searchParams.get("size"));
    const attachment = await findAttachment(user, idParam(params, "attachmentId"));
    return size === null ? serveAttachment(attachment, request) : serveShown(attachment, size, request);
  },
});
