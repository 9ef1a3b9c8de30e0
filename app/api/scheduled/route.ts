import { assertMayScheduleMore, listScheduled, schedule } from "@/lib/messages/scheduled/scheduled";
import { scheduleSchema, uploadScheduledSchema } from "@/lib/messages/scheduled/schema";
import { parseCursor } from "@/lib/text/cursor";
import { route } from "@/lib/web/http";
import { withFiles } from "@/lib/web/input";

/**
 * GET ?after=, POST {channelId, threadId?, inChannel?, content, nonce, sendAt} /api/scheduled: the user's messages that
 * are sent later, by pages. POST takes JSON, or a form with files.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, query }) => {
    const after = query.get("after");
    const found = await listScheduled(user, parseCursor(after ?? ""));
    // An open page of the version before takes a list.
    return after === null ? found.items : found;
  },
  POST: withFiles(
    { json: scheduleSchema, form: uploadScheduledSchema, allow: ({ user }) => assertMayScheduleMore(user) },
    ({ user, body, files }) => schedule(user, body, files),
  ),
});
