import { findPeople } from "@/lib/search/find-people";
import { peopleSchema } from "@/lib/search/schema";
import { parse, route } from "@/lib/web/http";

/** GET /api/people?q=. Returns `{people}`: others with a word in their name that starts with `q`, at most 8. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) => {
    const { q = "" } = parse(peopleSchema, Object.fromEntries(request.nextUrl.searchParams));
    return { people: await findPeople(user, q, request.signal) };
  },
});
