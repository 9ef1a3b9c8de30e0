import { statusSchema } from "@/lib/users/schema";
import { setStatus } from "@/lib/users/status";
import { parse, readJson, route } from "@/lib/web/http";

/** PUT, DELETE /api/status: one says what one is up to, as `{emoji, text, endsAt}`, or nothing any more. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: async ({ request, user }) => setStatus(user, parse(statusSchema, await readJson(request))),
  DELETE: ({ user }) => setStatus(user, null),
});
