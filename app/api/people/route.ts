import { findPeople } from "@/lib/messages/search/find-people";
import { peopleSchema } from "@/lib/messages/search/schema";
import { route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/people?q=. Returns `{people}`: others with a word in their name that starts with `q`, at most 8. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(peopleSchema, async ({ user, query: { q = "" }, signal }) => ({
    people: await findPeople(user, q, signal),
  })),
});
