import { searchSchema } from "@/lib/search/schema";
import { searchMessages } from "@/lib/search/search-messages";
import { parse, requestTimeZone, route } from "@/lib/web/http";

/** GET /api/search?q=&before=<message id>&limit=. Returns `{results, more, terms}`, newest first. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) => {
    const { q, ...page } = parse(searchSchema, Object.fromEntries(request.nextUrl.searchParams));
    return searchMessages(user, { text: q, timeZone: await requestTimeZone(), ...page }, request.signal);
  },
});
