import { receive } from "@/lib/webhooks/endpoint/receive";
import type { WebhookResponse } from "@/lib/webhooks/request/response";

export type SentRequest = {
  method?: string;
  search?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

/**
 * Sends a request to a webhook's URL as a sender does, without a server: a POST of JSON by default. A header that is
 * `""` isn't sent. Returns the response with its body as `text`.
 */
export async function sendRequest(
  pathname: string,
  { method = "POST", search = "", headers = {}, body = "" }: SentRequest = {},
): Promise<WebhookResponse & { text: string }> {
  const bytes = Buffer.from(body);
  const all = new Map([
    ["content-type", "application/json"],
    ["content-length", `${bytes.length}`],
    ["host", "chat.example.com"],
    ...Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  async function* stream() {
    yield bytes;
  }
  const answer = await receive({ method, pathname, search, headers: (name) => all.get(name) || null, body: stream() });
  return { ...answer, text: Buffer.from(answer.body).toString() };
}
