import type { Budget } from "@/lib/text/budget";
import { keyWords, word } from "@/lib/webhooks/interpret/plain/parts";
import { folded } from "@/lib/webhooks/interpret/plain/reading";

// Programs and libraries that only carry requests for others.
const CARRIERS =
  /http|curl|wget|client|python|java|node|fetch|axios|guzzle|ruby|perl|php|rest|mozilla|opera|postman|insomnia|undici|deno|dart|faraday|reqwest|hyper|apache|request|lib|network|powershell|agent|lambda|symfony|laravel|typhoeus|webhook$|^(svix|hookdeck|zapier|bun|go|got|ky|net|okio|rust|swift|ktor|k6|api|bot|amazon|aws)$/i;
// "Canarytokens-Webhook" is Canarytokens.
const ENDINGS = /[-_ ](web-?hooks?|hookshot|hooks?|notif(y|ier|ication)s?|bot|server|sender|events?|service|app)$/i;
const KEYS = ["product", "generator", "provider", "vendor", "tool", "integration name", "sent by"];
const LONGEST = 30;

/** Returns the name of the tool that sent a request, from its User-Agent or the payload itself, or null. */
export function toolNameOf(userAgent: string | null, payload: object | string, budget: Budget): string | null {
  const [product = ""] = (userAgent ?? "").slice(0, 200).split(/[/(;]/);
  const own = product.trim().replace(ENDINGS, "");
  if (isName(own) && !CARRIERS.test(own)) return own.replaceAll(/[-_]+/g, " ");
  const entries = typeof payload === "string" ? [] : Object.entries(payload).slice(0, 100);
  for (const [key, value] of entries) {
    if (!budget.take()) break;
    if (typeof value !== "string" || !KEYS.includes(keyWords(key).join(" "))) continue;
    const name = word(value, LONGEST);
    if (name !== undefined && isName(name)) return name;
  }
  return null;
}

function isName(text: string): boolean {
  return /^\p{L}[\p{L}\p{N} ._-]{1,29}$/u.test(text) && folded(text).length > 2 && !/\.\w{2,4}$/.test(text);
}
