import { setPersonMuted } from "@/lib/people/muted-authors";
import { idParam, route } from "@/lib/web/http";

/** PUT, DELETE /api/people/<id>/mute: mutes or unmutes a person for the user. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: ({ user, params }) => setPersonMuted(user, idParam(params, "userId"), true),
  DELETE: ({ user, params }) => setPersonMuted(user, idParam(params, "userId"), false),
});
