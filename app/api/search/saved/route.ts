import { savedSearches, saveSearch } from "@/lib/search/saved-searches";
import { saveSearchSchema } from "@/lib/search/schema";
import { parse, readJson, route } from "@/lib/web/http";

/** GET /api/search/saved: the user's saved searches. POST `{name, query}` saves one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }) => ({ searches: await savedSearches(user) }),
  POST: async ({ request, user }) => saveSearch(user, parse(saveSearchSchema, await readJson(request))),
});
