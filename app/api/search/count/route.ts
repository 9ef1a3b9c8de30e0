import { countSchema } from "@/lib/messages/search/schema";
import { countMessages } from "@/lib/messages/search/search-messages";
import { requestTimeZone, route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/search/count?q=: how many messages the user would find, up to 1,000. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(countSchema, async ({ user, query: { q }, signal }) =>
    countMessages(user, { text: q, timeZone: await requestTimeZone() }, signal),
  ),
});
