import { maskSecrets } from "@/lib/secrets/mask-secrets";

// A webhook's token has 68 characters; descriptions don't contain words that long otherwise.
const TOKEN = /[A-Za-z0-9_-]{60,}/g;

/**
 * Masks everything that looks like a secret or could be a webhook's token, and removes a URL's query and credentials.
 */
export function withoutSecrets(text: string): string {
  return maskSecrets(withoutQuery(text)).replace(TOKEN, "…");
}

function withoutQuery(text: string): string {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return url.href;
}
