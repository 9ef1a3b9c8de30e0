import { incidentPage } from "@/lib/messages/incidents/queries";
import { incidentsSchema } from "@/lib/messages/incidents/schema";
import { route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/** GET /api/incidents?channel=&tool=&show=&after=<cursor>: a page of the open incidents. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(incidentsSchema, ({ user, query }) => incidentPage(user, query)),
});
