import { changeItem, deleteItem } from "@/lib/later/items";
import { changeItemSchema } from "@/lib/later/schema";
import { idParam, parse, readJson, route } from "@/lib/web/http";

/** PATCH /api/later/<id> `{done?, remindAt?}`, DELETE: one of the user's saved items. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: async ({ request, user, params }) => {
    await changeItem(user, idParam(params, "id"), parse(changeItemSchema, await readJson(request)));
  },
  DELETE: async ({ user, params }) => {
    await deleteItem(user, idParam(params, "id"));
  },
});
