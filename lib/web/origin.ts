import { isOwnOrigin } from "@/lib/network/request-address";
import { env, isReachedByHttps } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { AppError } from "@/lib/text/errors";
import { openedAs } from "@/lib/web/dto";

// Separate from `http.ts` because the listener imports this, and `next/headers` fails there before Next is prepared.

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const MOST_NOTED = 10;

/**
 * Throws `forbidden` for a write from another site's page. Session cookies are SameSite=Lax, but another port or
 * subdomain counts as the same site. Over plain http, browsers send only `Origin`.
 */
export function refuseOtherSites({ method, headers }: { method: string; headers: Pick<Headers, "get"> }): void {
  if (READS.has(method)) return;
  const [site, origin] = [headers.get("sec-fetch-site"), headers.get("origin")];
  const isSame = site === null || site === "same-origin" || site === "none";
  const isOurs = isSame && (origin === null || isOwnOrigin(origin, (name) => headers.get(name)));
  if (isSame && origin !== null && (!isOurs || losesCookies(origin))) note(origin);
  if (!isOurs) throw new AppError("forbidden", "This can only be done from Parley's own pages.");
}

/** Returns whether the browser drops the session's cookie, because it's for https and the page isn't. */
function losesCookies(origin: string): boolean {
  return isReachedByHttps() && /^http:/i.test(origin) && !isLocal(new URL(origin).hostname);
}

function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** The first addresses from which pages sent something, but where no one can sign in. */
export function wrongAddresses(): ReadonlySet<string> {
  return noted();
}

function noted(): Set<string> {
  return processWide("wrong-addresses", () => new Set());
}

function note(given: string): void {
  const known = noted();
  const origin = URL.canParse(given) ? new URL(given).origin : "null";
  if (origin === "null" || known.has(origin) || known.size >= MOST_NOTED) return;
  known.add(origin);
  const { baseUrl = null } = env;
  const remedy = baseUrl === null ? `set BASE_URL=${origin}` : "open it at BASE_URL";
  log.warn(
    { origin },
    `a page was ${openedAs(origin, baseUrl)}. No one can sign in there. If that's Parley: ${remedy}, or make the proxy pass the header Host on unchanged`,
  );
}
