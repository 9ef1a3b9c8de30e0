import { addScheduledFiles, assertScheduled } from "@/lib/scheduled/files";
import { takeUpload } from "@/lib/uploads/read-upload";
import { idParam, route } from "@/lib/web/http";

/** POST a form with files to /api/scheduled/<id>/files: adds them to the scheduled message, for its author. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ({ request, user, params }) => {
    const id = idParam(params, "scheduledId");
    return takeUpload(user.id, request, {
      allow: () => assertScheduled(user, id),
      post: ({ files }) => addScheduledFiles(user, id, files),
    });
  },
});
