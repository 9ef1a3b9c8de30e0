import { listScheduled, schedule } from "@/lib/scheduled/scheduled";
import { scheduleSchema } from "@/lib/scheduled/schema";
import { parse, readJson, route } from "@/lib/web/http";

/** GET, POST {channelId, threadId?, content, nonce, sendAt} /api/scheduled: the user's messages that are sent later. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ user }) => listScheduled(user),
  POST: async ({ request, user }) => schedule(user, parse(scheduleSchema, await readJson(request))),
});
