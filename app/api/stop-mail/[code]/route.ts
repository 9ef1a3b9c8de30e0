import { stopDigest } from "@/lib/attention/digest/subscription";
import { signInPaths } from "@/lib/text/sign-in-paths";
import { publicRoute, requestBaseUrl } from "@/lib/web/http";
import type { Call } from "@/lib/web/input";

const codeOf = ({ params }: Call<null>) => (typeof params.code === "string" ? params.code : "");

/**
 * The address in a mail's List-Unsubscribe header. A mail program's POST stops the mails whatever its body (RFC
 * 8058). A GET, which link scanners also send, only leads to the page with the button.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async (call) => {
    const location = `${await requestBaseUrl()}${signInPaths.stopMail(encodeURIComponent(codeOf(call)))}`;
    return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
  },
  POST: async (call) => {
    await stopDigest(codeOf(call));
  },
});
