import { z } from "zod";
import { addScheduledFiles, assertScheduled } from "@/lib/messages/scheduled/files";
import { idParam, route } from "@/lib/web/http";
import { withFiles } from "@/lib/web/input";

/** POST a form with files to /api/scheduled/<id>/files: adds them to the scheduled message, for its author. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withFiles(
    { form: z.object({}), allow: ({ user, params }) => assertScheduled(user, idParam(params, "scheduledId")) },
    ({ user, params, files }) => addScheduledFiles(user, idParam(params, "scheduledId"), files),
  ),
});
