import type { IncomingHttpHeaders } from "node:http";
import { env } from "@/lib/process/env";

type Header = (name: string) => string | null;

/** Returns the first entry of a list to which each proxy appends: what the client itself used. */
function first(list: string | null): string | null {
  const entries = list?.split(",").map((entry) => entry.trim());
  return entries?.find((entry) => entry !== "") ?? null;
}

/** Returns the host that the client asked for, as far as proxies say it. */
function forwardedHost(header: Header): string | null {
  return first(header("x-forwarded-host"));
}

/** Returns the protocol by which the client connected, in lower case, if a proxy says it. */
export function forwardedProtocol(header: Header): string | null {
  return first(header("x-forwarded-proto"))?.toLowerCase() ?? null;
}

/**
 * The URL at which the client of a request with these headers reaches Parley, without a trailing slash: BASE_URL, or
 * the one in the headers.
 */
export function baseUrlOf(header: Header): string {
  if (env.baseUrl) return env.baseUrl;
  const host = forwardedHost(header) ?? header("host") ?? "";
  const url = `${forwardedProtocol(header) === "https" ? "https" : "http"}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url).origin : `http://localhost:${env.port}`;
}

/**
 * Returns whether an origin is this install's: that of BASE_URL, or the host that the client of a request with these
 * headers asked for. The scheme isn't compared, because a proxy may not have forwarded it.
 */
export function isOwnOrigin(origin: string, header: Header): boolean {
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  const named = [forwardedHost(header), header("host")].flatMap((each) => (each ? [`${protocol}//${each}`] : []));
  return [env.baseUrl ?? "", ...named].some((url) => URL.canParse(url) && new URL(url).host === host);
}

/** Adds what RFC 7239's header says to the headers that everything else reads, where those don't say it. */
export function takeForwarded(headers: IncomingHttpHeaders): void {
  const [nearest = ""] = (headers.forwarded ?? "").split(",", 1);
  for (const [, name = "", , value] of nearest.matchAll(/(?:^|;)\s*(host|proto)=("?)([^";\s]+)\2/gi)) {
    headers[`x-forwarded-${name.toLowerCase()}`] ??= value;
  }
}
