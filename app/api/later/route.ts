import { addReminder } from "@/lib/messages/later/items";
import { laterPage } from "@/lib/messages/later/queries";
import { laterSchema, reminderSchema } from "@/lib/messages/later/schema";
import { route } from "@/lib/web/http";
import { withBody, withQuery } from "@/lib/web/input";

/** GET /api/later?show=&after=: a page of what the user saved. POST `{text, remindAt}` adds a reminder. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(laterSchema, ({ user, query }) => laterPage(user, query)),
  POST: withBody(reminderSchema, async ({ user, body: { text, remindAt } }) => {
    await addReminder(user, text, remindAt);
  }),
});
