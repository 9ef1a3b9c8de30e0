import { findProfile } from "@/lib/people/profile";
import { idParam, route } from "@/lib/web/http";

/** GET /api/people/<id>/profile: a person's profile card. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ user, params }) => findProfile(user, idParam(params, "userId")),
});
