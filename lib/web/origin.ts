import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

// Separate from `http.ts` because the listener imports this, and `next/headers` fails there before Next is prepared.

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Throws `forbidden` for a write from another site's page. Session cookies are SameSite=Lax, but another port or
 * subdomain counts as the same site. Over plain http, browsers send only `Origin`.
 */
export function refuseOtherSites({ method, headers }: { method: string; headers: Pick<Headers, "get"> }): void {
  if (READS.has(method)) return;
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  const isOurs = (site === null || site === "same-origin" || site === "none") && (origin === null || isOwn(origin));
  if (!isOurs) throw new AppError("forbidden", "This can only be done from Parley's own pages.");

  // The scheme isn't compared, because a proxy may not have forwarded it.
  function isOwn(address: string): boolean {
    const own = [env.baseUrl && new URL(env.baseUrl).host, headers.get("host"), headers.get("x-forwarded-host")];
    return URL.canParse(address) && own.includes(new URL(address).host);
  }
}
