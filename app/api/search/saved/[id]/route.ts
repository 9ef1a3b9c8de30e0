import { removeSearch, renameSearch } from "@/lib/messages/search/saved-searches";
import { renameSearchSchema } from "@/lib/messages/search/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PATCH /api/search/saved/<id> `{name}`, DELETE: one of the user's saved searches. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: withBody(renameSearchSchema, async ({ user, params, body }) =>
    renameSearch(user, idParam(params, "id"), body.name),
  ),
  DELETE: async ({ user, params }) => removeSearch(user, idParam(params, "id")),
});
