import { searchSchema } from "@/lib/messages/search/schema";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { requestTimeZone, route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/search?q=&before=<message id>&limit=. Returns `{results, more, terms}`, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(searchSchema, async ({ user, query: { q, ...page }, signal }) =>
    searchMessages(user, { text: q, timeZone: await requestTimeZone(), ...page }, signal),
  ),
});
