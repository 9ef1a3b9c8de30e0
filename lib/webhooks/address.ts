import type { DialectName } from "@/lib/webhooks/dialects/draft";

/** What a path under a webhook's URL stands for: whose it is, in whose dialect, and which of its messages, if any. */
export type Address = { id: string; token: string; dialect: DialectName; messageId: string | null };

const PARLEY = /^\/webhooks\/incoming\/([^/]+)\/([^/]+?)(?:\/(slack|github))?\/?$/;
const DISCORD = /^\/api(?:\/v\d{1,3})?\/webhooks\/([^/]+)\/([^/]+?)(?:\/(slack|github)|\/messages\/([^/]+))?\/?$/;

/** Reads an undecoded path without query. Null when nothing of a webhook can be there. */
export function parseAddress(pathname: string): Address | null {
  const [, parleyId, parleyToken, suffix] = PARLEY.exec(pathname) ?? [];
  if (parleyId !== undefined && parleyToken !== undefined) {
    return { id: parleyId, token: parleyToken, dialect: dialectOf(suffix) ?? "parley", messageId: null };
  }
  const [, id, token, discordSuffix, messageId] = DISCORD.exec(pathname) ?? [];
  if (id === undefined || token === undefined) return null;
  return { id, token, dialect: dialectOf(discordSuffix) ?? "discord", messageId: messageId ?? null };
}

/** Whose words to answer in where no webhook can be: Discord's clients live under /api. */
export function dialectUnder(pathname: string): DialectName {
  return pathname.startsWith("/api") ? "discord" : "parley";
}

function dialectOf(suffix: string | undefined): "slack" | "github" | null {
  return suffix === "slack" || suffix === "github" ? suffix : null;
}
