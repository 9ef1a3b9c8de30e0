import { incidentPage } from "@/lib/incidents/queries";
import { incidentsSchema } from "@/lib/incidents/schema";
import { parse, route } from "@/lib/web/http";

/** GET /api/incidents?channel=&tool=&show=&after=<cursor>: a page of the open incidents. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) =>
    incidentPage(user, parse(incidentsSchema, Object.fromEntries(request.nextUrl.searchParams))),
});
