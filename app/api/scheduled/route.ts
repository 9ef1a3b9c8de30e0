import { assertMayScheduleMore, listScheduled, schedule } from "@/lib/scheduled/scheduled";
import { scheduleSchema, uploadScheduledSchema } from "@/lib/scheduled/schema";
import { isUpload, takeUpload } from "@/lib/uploads/read-upload";
import { parse, readJson, route } from "@/lib/web/http";

/**
 * GET, POST {channelId, threadId?, inChannel?, content, nonce, sendAt} /api/scheduled: the user's messages that are sent
 * later. POST takes JSON, or a form with files.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ user }) => listScheduled(user),
  POST: async ({ request, user }) => {
    if (!isUpload(request)) return schedule(user, parse(scheduleSchema, await readJson(request)));
    return takeUpload(user.id, request, {
      allow: () => assertMayScheduleMore(user),
      post: ({ fields, files }) => schedule(user, parse(uploadScheduledSchema, fields), files),
    });
  },
});
