import { STREAM_HEADERS } from "@/lib/live/streams/event-stream";
import { openStream, streamOptions } from "@/lib/live/streams/open-stream";
import { route } from "@/lib/web/http";

/** GET /api/events?channel=<id>&rev=<rev>: Server-Sent Events as in lib/live/streams/types, for signed-in people. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, query, headers }) => {
    const options = await streamOptions(user, query, headers.get("last-event-id"));
    return new Response(await openStream(options), { headers: STREAM_HEADERS });
  },
  // HEAD opens no stream, because a response without a reader would never end it.
  HEAD: async () => new Response(null, { headers: STREAM_HEADERS }),
});
