import { assertMayScheduleMore, listScheduled, schedule } from "@/lib/scheduled/scheduled";
import { scheduleSchema, uploadScheduledSchema } from "@/lib/scheduled/schema";
import { route } from "@/lib/web/http";
import { withFiles } from "@/lib/web/input";

/**
 * GET, POST {channelId, threadId?, inChannel?, content, nonce, sendAt} /api/scheduled: the user's messages that are sent
 * later. POST takes JSON, or a form with files.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ user }) => listScheduled(user),
  POST: withFiles(
    { json: scheduleSchema, form: uploadScheduledSchema, allow: ({ user }) => assertMayScheduleMore(user) },
    ({ user, body, files }) => schedule(user, body, files),
  ),
});
