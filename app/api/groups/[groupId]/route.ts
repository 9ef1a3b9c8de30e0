import { findGroup } from "@/lib/people/groups";
import { idParam, route } from "@/lib/web/http";

/** GET /api/groups/<id>: a user group and its members, for everyone in the workspace. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ params }) => findGroup(idParam(params, "groupId")),
});
