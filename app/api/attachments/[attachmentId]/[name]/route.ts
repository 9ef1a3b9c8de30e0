import { idParam, route } from "@/lib/http";
import { findAttachment } from "@/lib/uploads/find-attachment";
import { serveAttachment } from "@/lib/uploads/serve-attachment";

/** GET /api/attachments/<id>/<any name>: the file, for who may read its message. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user, params }) =>
    serveAttachment(await findAttachment(user, idParam(params, "attachmentId")), request),
});
