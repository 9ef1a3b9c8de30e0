import { env } from "@/lib/process/env";
import { noSuchThing } from "@/lib/text/errors";
import { publicRoute, requestBaseUrl } from "@/lib/web/http";

const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * GET /.well-known/security.txt: where to report a vulnerability, if SECURITY_CONTACT is set.
 * https://www.rfc-editor.org/rfc/rfc9116
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicRoute({
  GET: async () => {
    const contact = env.securityContact;
    if (contact === undefined) throw noSuchThing();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + 6 * MONTH_MS).toISOString()}`,
      `Canonical: ${await requestBaseUrl()}/.well-known/security.txt`,
    ];
    return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
  },
});
