import { AppError } from "@/lib/text/errors";
import { publicRoute } from "@/lib/web/http";
import { markTile } from "@/lib/webhooks/senders/sender-marks";

/** GET /sender-marks/<name>.svg, public: a tool's logo as an avatar. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async ({ params }) => {
    const [, mark] = /^(.+)\.svg$/.exec(`${params.file}`) ?? [];
    const tile = mark === undefined ? null : await markTile(mark);
    if (tile === null) throw new AppError("not_found", "There is no logo with this name.");
    return new Response(tile, {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
    });
  },
});
