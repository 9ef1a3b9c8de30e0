import { type DialectName, dialectAt } from "@/lib/webhooks/senders/registry";

/** What a path under a webhook's URL stands for: whose it is, in whose dialect, and which of its messages, if any. */
export type Address = { id: string; token: string; dialect: DialectName; messageId: string | null };

const PARLEY = /^\/webhooks\/incoming\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/;
const DISCORD = /^\/api(?:\/v\d{1,3})?\/webhooks\/([^/]+)\/([^/]+)(?:\/messages\/([^/]+)|\/([^/]+))?\/?$/;

/** Reads an undecoded path without query. Null when nothing of a webhook can be there. */
export function parseAddress(pathname: string): Address | null {
  const [, parleyId, parleyToken, parleySuffix] = PARLEY.exec(pathname) ?? [];
  if (parleyId !== undefined && parleyToken !== undefined) {
    const dialect = parleySuffix === undefined ? "parley" : dialectAt(parleySuffix);
    return dialect && { id: parleyId, token: parleyToken, dialect, messageId: null };
  }
  const [, id, token, messageId = null, suffix] = DISCORD.exec(pathname) ?? [];
  if (id === undefined || token === undefined) return null;
  const dialect = suffix === undefined ? "discord" : dialectAt(suffix);
  return dialect && { id, token, dialect, messageId };
}

/** The dialect in which to answer where no webhook can be: under /api there are Discord's clients. */
export function dialectUnder(pathname: string): DialectName {
  return pathname.startsWith("/api") ? "discord" : "parley";
}
