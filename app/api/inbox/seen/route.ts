import { markSeen } from "@/lib/inbox/mark-read";
import { seenSchema } from "@/lib/inbox/schema";
import { parse, readJson, route } from "@/lib/web/http";

/** POST /api/inbox/seen {reactions?, notices?}: marks reactions up to a time, and notices up to an id, as seen. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: async ({ request, user }) => {
    await markSeen(user, parse(seenSchema, await readJson(request)));
  },
});
