import { inboxPage } from "@/lib/inbox/queries";
import { inboxSchema } from "@/lib/inbox/schema";
import { parse, route } from "@/lib/web/http";

/** GET /api/inbox?show=&after=<cursor>: a page of the user's inbox, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) =>
    inboxPage(user, parse(inboxSchema, Object.fromEntries(request.nextUrl.searchParams))),
});
