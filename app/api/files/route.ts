import { findFiles } from "@/lib/uploads/find-files";
import { findFilesSchema } from "@/lib/uploads/schema";
import { parse, route } from "@/lib/web/http";

/** GET /api/files?kind=&channel=&q=&before=<file id>: a page of the files in the user's channels, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) =>
    findFiles(user, parse(findFilesSchema, Object.fromEntries(request.nextUrl.searchParams)), request.signal),
});
