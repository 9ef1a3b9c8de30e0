import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { isOwnOrigin } from "@/lib/request-address";
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
  if (isSame && (origin === null || isOwnOrigin(origin, (name) => headers.get(name)))) return;
  if (isSame && origin !== null && URL.canParse(origin)) note(new URL(origin).origin);
  throw new AppError("forbidden", "This can only be done from Parley's own pages.");
}

/** The first origins whose requests were refused, although no browser said that they are other sites. */
export function refusedOrigins(): ReadonlySet<string> {
  return noted();
}

function noted(): Set<string> {
  return processWide("refused-origins", () => new Set());
}

function note(origin: string): void {
  const known = noted();
  if (known.has(origin) || known.size >= MOST_NOTED || origin === "null") return;
  known.add(origin);
  const { baseUrl = null } = env;
  const remedy = baseUrl === null ? `set BASE_URL=${origin}` : "open it at BASE_URL";
  log.warn(
    { origin },
    `refused a request, because its page was ${openedAs(origin, baseUrl)}. If that's Parley: ${remedy}, or make the proxy pass the header Host on unchanged`,
  );
}
