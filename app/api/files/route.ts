import { findFilesSchema } from "@/lib/files/uploads/schema";
import { findFiles } from "@/lib/messages/files/find-files";
import { route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/files?kind=&channel=&q=&before=<file id>: a page of the files in the user's channels, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(findFilesSchema, ({ user, query, signal }) => findFiles(user, query, signal)),
});
