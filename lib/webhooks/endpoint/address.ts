import { type DialectName, dialectAt } from "@/lib/webhooks/senders/registry";

/**
 * What a path under a webhook's URL stands for: whose it is, in whose dialect, and which of its messages, if any. `misnamed`: the end of
 * the path, which no sender's name is.
 */
export type Address = {
  id: string;
  token: string;
  dialect: DialectName;
  messageId: string | null;
  misnamed: string | null;
};

const PARLEY = /^\/webhooks\/incoming\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/;
const DISCORD = /^\/api(?:\/v\d{1,3})?\/webhooks\/([^/]+)\/([^/]+)(?:\/messages\/([^/]+)|\/([^/]+))?\/?$/;

/** Reads an undecoded path without query. Null when nothing of a webhook can be there. */
export function parseAddress(pathname: string): Address | null {
  const [, parleyId, parleyToken, parleySuffix] = PARLEY.exec(pathname) ?? [];
  if (parleyId !== undefined && parleyToken !== undefined) {
    return { id: parleyId, token: parleyToken, messageId: null, ...named(parleySuffix, "parley") };
  }
  const [, id, token, messageId = null, suffix] = DISCORD.exec(pathname) ?? [];
  return id === undefined || token === undefined ? null : { id, token, messageId, ...named(suffix, "discord") };
}

// What nobody's name is may be anybody's payload, and is sent again as such.
function named(suffix: string | undefined, otherwise: DialectName): Pick<Address, "dialect" | "misnamed"> {
  const dialect = suffix === undefined ? otherwise : dialectAt(suffix);
  return { dialect: dialect ?? "json", misnamed: dialect === null ? (suffix ?? null) : null };
}

/** The dialect in which to answer where no webhook can be: under /api there are Discord's clients. */
export function dialectUnder(pathname: string): DialectName {
  return pathname.startsWith("/api") ? "discord" : "parley";
}
