import { createHmac, timingSafeEqual } from "node:crypto";
import { unseal } from "@/lib/seal";
import type { RequestContext } from "@/lib/webhooks/request/context";
import { WebhookError, webhookError } from "@/lib/webhooks/request/webhook-error";

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

/** The request's signature, or null if the webhook asks for none. Throws WebhookError unless it is made with the webhook's secret. */
export function requireSignature(context: RequestContext, body: Uint8Array): Buffer | null {
  const { webhook, method, pathname, headers, byHand } = context;
  if (webhook.signingSecret === null || byHand !== null) return null;
  const secret = unseal(webhook.signingSecret);
  if (secret === null) {
    throw new WebhookError(
      "unsigned",
      "This webhook's signing secret can't be read any more. A member has to set it again.",
    );
  }
  const signature = signatureOf(secret, { method, pathname, body }, headers("x-hub-signature-256"));
  if (signature === null) throw method === "POST" ? webhookError("unsigned") : unsignedChange();
  return signature;
}

function unsignedChange(): WebhookError {
  return new WebhookError(
    "unsigned",
    "This webhook takes only signed requests: X-Hub-Signature-256 is missing, or not made with its secret of the method, a space, the path, a line feed and the body.",
  );
}
