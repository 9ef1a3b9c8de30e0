import { sinceSchema } from "@/lib/channels/schema";
import { notificationsSince } from "@/lib/messages/notifications";
import { parse, route } from "@/lib/web/http";

/** GET /api/notifications?since=<channelId>:<seq>,…: which messages after these places notify whoever is signed in. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) => {
    const query = Object.fromEntries(request.nextUrl.searchParams);
    return notificationsSince(user, parse(sinceSchema, query).since);
  },
});
