import { sinceSchema } from "@/lib/channels/schema";
import { notificationsSince } from "@/lib/messages/notifications";
import { isSilencedNow } from "@/lib/notifications/settings";
import { parse, route } from "@/lib/web/http";

/**
 * GET /api/notifications?since=<channelId>:<seq>:<matchSeq>,…: the messages after these positions that notify the
 * user; none while their notifications are paused.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) => {
    const query = Object.fromEntries(request.nextUrl.searchParams);
    const { since } = parse(sinceSchema, query);
    return (await isSilencedNow(user)) ? { notifications: [], more: false } : notificationsSince(user, since);
  },
});
