import { z } from "zod";
import { findAttachment } from "@/lib/uploads/queries";
import { serveAttachment, serveShown } from "@/lib/uploads/serve-attachment";
import { idParam, parse, route } from "@/lib/web/http";

const sizeSchema = z.enum(["preview", "large"], "size must be preview or large.").nullable();

/**
 * GET /api/attachments/<id>/<any name>, for people who can read its message. Returns the file as it was sent; with
 * `?size=preview` or `large`, an image in that size.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) => {
    const size = parse(sizeSchema, request.nextUrl.searchParams.get("size"));
    const attachment = await findAttachment(user, idParam(params, "attachmentId"));
    return size === null ? serveAttachment(attachment, request) : serveShown(attachment, size, request);
  },
});
