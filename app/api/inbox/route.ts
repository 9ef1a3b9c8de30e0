import { inboxPage } from "@/lib/attention/inbox/queries";
import { inboxSchema } from "@/lib/attention/inbox/schema";
import { route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/inbox?show=&after=<cursor>: a page of the user's inbox, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(inboxSchema, ({ user, query }) => inboxPage(user, query)),
});
