import { publicRoute } from "@/lib/web/http";
import { marksFile } from "@/lib/webhooks/senders/sender-marks";

let made: Promise<string> | undefined;

/** GET /sender-marks.svg, public: the logos of tools that can post to a webhook. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => {
    made ??= marksFile();
    return new Response(await made, {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
    });
  },
});
