import { statusSchema } from "@/lib/users/schema";
import { setStatus } from "@/lib/users/status";
import { parse, readJson, route } from "@/lib/web/http";

/** PUT, DELETE /api/status: sets the user's status `{emoji, text, endsAt}`, or clears it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user }) => setStatus(user, parse(statusSchema, await readJson(request))),
  DELETE: ({ user }) => setStatus(user, null),
});
