import { historyPage } from "@/lib/messages/incidents/history";
import { historySchema } from "@/lib/messages/incidents/schema";
import { route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/incidents/history?channel=&tool=&place=&after=<cursor>: a page of the outages of the last 30 days. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(historySchema, ({ user, query }) => historyPage(user, query)),
});
