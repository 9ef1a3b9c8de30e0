import { requireChannel, seesSenders } from "@/lib/channels/access";
import { memberOf } from "@/lib/channels/queries";
import { openStream } from "@/lib/streams/open-stream";
import { resumeFrom } from "@/lib/streams/resume-from";
import { idParam, route } from "@/lib/web/http";

const STREAM = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/** GET /api/events?channel=<id>&rev=<rev>: any signed-in person. Server-Sent Events as in lib/streams/types. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ request, user }) => {
    const { searchParams } = request.nextUrl;
    const channel = searchParams.get("channel");
    const channelId = channel === null ? null : idParam({ channel }, "channel");
    const channelOpen = channelId === null ? null : await requireChannel(user, channelId);
    const mayKnow = channelOpen !== null && seesSenders(channelOpen);
    const rev = resumeFrom(channelId, searchParams.get("rev"), request.headers.get("last-event-id"));
    const { id: userId, sessionId } = user;
    const asking = { userId, sessionId, memberOf: await memberOf(user), seesSenders: mayKnow };
    const body = await openStream({ ...asking, channelId, rev });
    return new Response(body, { headers: STREAM });
  },
  // HEAD opens no stream, because a response without a reader would never end it.
  HEAD: async () => new Response(null, { headers: STREAM }),
});
