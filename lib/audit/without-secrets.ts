import { maskSecrets } from "@/lib/secrets/mask-secrets";

// A webhook's token is 68 characters long; nobody writes such a word in a description for another reason.
const TOKEN = /[A-Za-z0-9_-]{60,}/g;

/** The text with everything masked that looks like a secret or could be a webhook's token, and a URL without its query and credentials. */
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
