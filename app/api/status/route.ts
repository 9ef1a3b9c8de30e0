import { statusSchema } from "@/lib/people/schema";
import { setStatus } from "@/lib/people/status";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PUT, DELETE /api/status: sets the user's status `{emoji, text, endsAt}`, or clears it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: withBody(statusSchema, ({ user, body }) => setStatus(user, body)),
  DELETE: ({ user }) => setStatus(user, null),
});
