import { createHmac, timingSafeEqual } from "node:crypto";
import { markIn } from "@/lib/files/images/mark-avatar";
import { avatarHashOf } from "@/lib/files/images/uploaded-avatar";
import { keyFor } from "@/lib/secrets/secret";
import { paths } from "@/lib/text/paths";

const SIGNATURE_BYTES = 16;

/** A signed URL, and the id of the person or webhook that used it; null in paths from before ids were signed. */
export type SignedUrl = { url: string; by: bigint | null };

/**
 * Returns the path where readers get the image at an http(s) URL that the person or webhook `by` used; the same every
 * time. Only URLs signed by this install are fetched, with a separate queue for each `by`. Returns the path
 * of an uploaded avatar and of a tool's logo, and `emoji:…` and null unchanged.
 */
export function shownImage(url: string, by: bigint | null): string;
export function shownImage(url: string | null | undefined, by: bigint | null): string | null;
export function shownImage(url: string | null | undefined, by: bigint | null): string | null {
  if (!url) return null;
  const hash = avatarHashOf(url);
  if (hash !== null) return paths.api.avatar(hash);
  const mark = markIn(url);
  if (mark !== null) return paths.senderMark(mark);
  if (!/^https?:/i.test(url)) return url.startsWith("emoji:") ? url : null;
  const text = by === null ? url : `${by} ${url}`;
  return paths.api.image(signatureOf(text).toString("base64url"), Buffer.from(text, "utf8").toString("base64url"));
}

/** Returns what the two parts of a signed path contain; null if this install hasn't signed it. */
export function signedUrl(signature: string, encoded: string): SignedUrl | null {
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  const given = Buffer.from(signature, "base64url");
  if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signatureOf(text))) return null;
  const [, by, url] = /^(\d{1,19}) (.*)$/s.exec(text) ?? [];
  return by === undefined || url === undefined ? { url: text, by: null } : { url, by: BigInt(by) };
}

function signatureOf(text: string): Buffer {
  return createHmac("sha256", keyFor("parley: remote images"))
    .update(text, "utf8")
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
