import { removeSearch, renameSearch } from "@/lib/search/saved-searches";
import { renameSearchSchema } from "@/lib/search/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PATCH /api/search/saved/<id> `{name}`, DELETE: one of the user's saved searches. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async ({ request, user, params }) =>
    renameSearch(user, idParam(params, "id"), parse(renameSearchSchema, await readJson(request)).name),
  DELETE: async ({ user, params }) => removeSearch(user, idParam(params, "id")),
});
