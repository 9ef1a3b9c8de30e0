import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether `header` (GitHub's `X-Hub-Signature-256`) is "sha256=" and the hexadecimal HMAC-SHA-256 of the body under `secret`.
 * Takes the same time for every signature of the right form. Nothing is signed with an empty secret.
 */
export function isSignedWith(secret: string, body: Uint8Array, header: string | null): boolean {
  const [, signature] = /^sha256=([\da-f]{64})$/i.exec(header ?? "") ?? [];
  if (!signature || secret === "") return false;
  return timingSafeEqual(createHmac("sha256", secret).update(body).digest(), Buffer.from(signature, "hex"));
}
