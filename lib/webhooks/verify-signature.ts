import { createHmac, timingSafeEqual } from "node:crypto";

type SignedRequest = { method: string; pathname: string; body: Uint8Array };

/**
 * The signature in `header` (GitHub's `X-Hub-Signature-256`: "sha256=" and a hexadecimal HMAC-SHA-256 under `secret`), or null unless it
 * is this request's. A POST is signed as GitHub does, by its body alone; anything else by a line "DELETE /its/path" and the body, so
 * that what was signed for a post changes no message, and what was signed for one message changes no other. Takes the same time for
 * every signature of the right form. Nothing is signed with an empty secret.
 */
export function signatureOf(
  secret: string,
  { method, pathname, body }: SignedRequest,
  header: string | null,
): Buffer | null {
  const [, given] = /^sha256=([\da-f]{64})$/i.exec(header ?? "") ?? [];
  if (!given || secret === "") return null;
  const hmac = createHmac("sha256", secret);
  if (method !== "POST") hmac.update(`${method} ${pathname}\n`);
  const signature = Buffer.from(given, "hex");
  return timingSafeEqual(hmac.update(body).digest(), signature) ? signature : null;
}
