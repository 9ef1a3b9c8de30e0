import { changeScheduled, deleteScheduled } from "@/lib/scheduled/scheduled";
import { changeScheduledSchema } from "@/lib/scheduled/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PATCH {content?, sendAt?}, DELETE /api/scheduled/<id>, for its author. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async ({ request, user, params }) =>
    changeScheduled(user, idParam(params, "scheduledId"), parse(changeScheduledSchema, await readJson(request))),
  DELETE: ({ user, params }) => deleteScheduled(user, idParam(params, "scheduledId")),
});
