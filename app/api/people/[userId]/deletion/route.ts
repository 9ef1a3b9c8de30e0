import { deletePerson, previewPersonDeletion } from "@/lib/operation/retention/delete-person";
import { deletionSchema } from "@/lib/people/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** GET /api/people/<id>/deletion: what deleting a person would do. POST {messages, files, name, proof}: deletes them. For owners. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: ({ user, params }) => previewPersonDeletion(user, idParam(params, "userId")),
  POST: withBody(deletionSchema, ({ user, params, body }) => deletePerson(user, idParam(params, "userId"), body)),
});
