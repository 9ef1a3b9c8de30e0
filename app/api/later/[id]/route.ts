import { changeItem, deleteItem } from "@/lib/messages/later/items";
import { changeItemSchema } from "@/lib/messages/later/schema";
import { idParam, route } from "@/lib/web/http";
import { withBody } from "@/lib/web/input";

/** PATCH /api/later/<id> `{done?, remindAt?}`, DELETE: one of the user's saved items. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: withBody(changeItemSchema, async ({ user, params, body }) => {
    await changeItem(user, idParam(params, "id"), body);
  }),
  DELETE: async ({ user, params }) => {
    await deleteItem(user, idParam(params, "id"));
  },
});
