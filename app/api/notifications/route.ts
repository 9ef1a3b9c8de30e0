import { sinceSchema } from "@/lib/channels/schema";
import { notificationsSince } from "@/lib/messages/read/notifications";
import { isSilencedNow } from "@/lib/people/notifications/settings";
import { route } from "@/lib/web/http";
import { withQuery } from "@/lib/web/input";

/**
 * GET /api/notifications?since=<channelId>:<seq>:<matchSeq>,…: the messages after these positions that notify the
 * user; none while their notifications are paused.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withQuery(sinceSchema, async ({ user, query }) =>
    (await isSilencedNow(user)) ? { notifications: [], more: false } : notificationsSince(user, query.since),
  ),
});
