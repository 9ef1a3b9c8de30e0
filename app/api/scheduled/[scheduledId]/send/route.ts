import { sendScheduledNow } from "@/lib/messages/scheduled/send-scheduled";
import { idParam, route } from "@/lib/web/http";

/** POST /api/scheduled/<id>/send: sends it now, for its author. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: ({ user, params }) => sendScheduledNow(user, idParam(params, "scheduledId")),
});
