import { countSchema } from "@/lib/search/schema";
import { countMessages } from "@/lib/search/search-messages";
import { parse, requestTimeZone, route } from "@/lib/web/http";

/** GET /api/search/count?q=: how many messages the user would find, up to 1,000. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) => {
    const { q } = parse(countSchema, Object.fromEntries(request.nextUrl.searchParams));
    return countMessages(user, { text: q, timeZone: await requestTimeZone() }, request.signal);
  },
});
