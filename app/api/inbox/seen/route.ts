import { markSeen } from "@/lib/attention/inbox/mark-read";
import { seenSchema } from "@/lib/attention/inbox/schema";
import { route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** POST /api/inbox/seen {reactions?, notices?}: marks reactions up to a time, and notices up to an id, as seen. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withBody(seenSchema, async ({ user, body }) => {
    await markSeen(user, body);
  }),
});
