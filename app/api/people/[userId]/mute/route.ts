import { setPersonMuted } from "@/lib/users/muted-authors";
import { idParam, route } from "@/lib/web/http";

/** PUT, DELETE /api/people/<id>/mute: one mutes a person for oneself, or no longer does. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: ({ user, params }) => setPersonMuted(user, idParam(params, "userId"), true),
  DELETE: ({ user, params }) => setPersonMuted(user, idParam(params, "userId"), false),
});
