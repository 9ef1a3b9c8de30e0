import { serveRemoteImage } from "@/lib/files/images/serve-image";
import { signedUrl } from "@/lib/files/images/signed-url";
import { noSuchThing } from "@/lib/text/errors";
import { route } from "@/lib/web/http";

/** GET /api/images/<signature>/<URL in base64url>: an image from another site, for signed-in people. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (call) => {
    const { signature, url } = call.params;
    const signed = typeof signature === "string" && typeof url === "string" ? signedUrl(signature, url) : null;
    if (signed === null) throw noSuchThing();
    return serveRemoteImage(signed, call);
  },
});
