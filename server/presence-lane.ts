import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "@/lib/log";
import type { Said } from "@/lib/presence/say";
import type { Target } from "@/server/http/target";
import { SITE_HEADERS } from "@/server/stream-lane";

/** Takes what a page says of its person; false when there is nothing of the kind to take. Throws for what is refused. */
export type HearPage = (said: Said) => Promise<boolean>;

/**
 * Takes what pages say every few seconds, that somebody types or that they were left alone, before the framework builds anything of the
 * request, which would be most of what it costs. False for whatever isn't simply done, which is the framework's to answer, and for
 * requests of which the browser doesn't say that they come from our own pages.
 */
export async function presenceLane(
  hearPage: HearPage,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { url, pathname }: Target,
): Promise<boolean> {
  const isSaid =
    pathname === "/api/presence" || (pathname.startsWith("/api/channels/") && pathname.endsWith("/typing"));
  const hasBody = (headers["content-length"] ?? "0") !== "0" || headers["transfer-encoding"] !== undefined;
  if (!isSaid || method !== "POST" || hasBody || headers["sec-fetch-site"] !== "same-origin") return false;
  try {
    const { searchParams: search } = new URL(url, "http://localhost");
    if (!(await hearPage({ cookies: headers.cookie ?? "", pathname, search }))) return false;
  } catch (error) {
    log.debug({ err: error }, "what a page said was not taken; the framework says why");
    return false;
  }
  response.writeHead(204, { ...SITE_HEADERS, "Cache-Control": "no-store" }).end();
  return true;
}
