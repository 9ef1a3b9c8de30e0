/** A request's path: as it was sent, without query, and whether its percent-encoding makes sense. */
export type Target = { url: string; pathname: string; wellFormed: boolean };

/**
 * Reads a request target. The absolute form that clients of proxies send is reduced to its path; null when it is neither
 * that nor a path.
 */
export function parseTarget(raw: string): Target | null {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(raw);
  const rest = absolute === null ? raw : raw.slice(absolute[0].length);
  // Doubled slashes at the start would be answered with a redirect that repeats the path, and a path may hold a token.
  const url = (absolute !== null && !rest.startsWith("/") ? `/${rest}` : rest).replace(/^\/{2,}/, "/");
  if (!url.startsWith("/")) return null;
  const pathname = url.split(/[?#]/, 1)[0] ?? "/";
  return { url, pathname, wellFormed: isWellFormed(pathname) };
}

/** Whether the path is `prefix` or below it. */
export function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Whether the path is a webhook's in any dialect, which reads its body itself and with its own limit. */
export function isWebhookPath(pathname: string): boolean {
  return isUnder(pathname, "/webhooks") || /^\/api\/(v\d+\/)?webhooks(\/|$)/.test(pathname);
}

function isWellFormed(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}
