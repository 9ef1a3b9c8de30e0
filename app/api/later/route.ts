import { addReminder } from "@/lib/later/items";
import { laterPage } from "@/lib/later/queries";
import { laterSchema, reminderSchema } from "@/lib/later/schema";
import { parse, readJson, route } from "@/lib/web/http";

/** GET /api/later?show=&after=: a page of what the user saved. POST `{text, remindAt}` adds a reminder. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) =>
    laterPage(user, parse(laterSchema, Object.fromEntries(request.nextUrl.searchParams))),
  POST: async ({ request, user }) => {
    const { text, remindAt } = parse(reminderSchema, await readJson(request));
    await addReminder(user, text, remindAt);
  },
});
