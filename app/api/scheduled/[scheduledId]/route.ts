import { changeScheduled, deleteScheduled } from "@/lib/messages/scheduled/scheduled";
import { changeScheduledSchema } from "@/lib/messages/scheduled/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PATCH {content?, sendAt?}, DELETE /api/scheduled/<id>, for its author. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: withBody(changeScheduledSchema, ({ user, params, body }) =>
    changeScheduled(user, idParam(params, "scheduledId"), body),
  ),
  DELETE: ({ user, params }) => deleteScheduled(user, idParam(params, "scheduledId")),
});
