import { savedSearches, saveSearch } from "@/lib/messages/search/saved-searches";
import { saveSearchSchema } from "@/lib/messages/search/schema";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** GET /api/search/saved: the user's saved searches. POST `{name, query}` saves one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user }) => ({ searches: await savedSearches(user) }),
  POST: withBody(saveSearchSchema, ({ user, body }) => saveSearch(user, body)),
});
