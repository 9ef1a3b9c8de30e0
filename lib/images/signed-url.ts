import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { avatarHashOf } from "@/lib/images/uploaded-avatar";
import { paths } from "@/lib/paths";
import { authSecret } from "@/lib/secret";

const SIGNATURE_BYTES = 16;

let derived: { secret: string; key: Buffer } | null = null;

/** An address that was signed, and the id of the person or webhook that named it: null in paths from before that was signed, too. */
export type SignedUrl = { url: string; by: bigint | null };

/**
 * Where readers get the image at an http(s) address that the person or webhook `by` named: a path of this install, always the same for
 * the same two. Only what this install has signed is ever fetched, in turns by who named it. An uploaded image is served by this
 * install; `emoji:…`, which is no address, stays, and null too.
 */
export function shownImage(url: string, by: bigint | null): string;
export function shownImage(url: string | null | undefined, by: bigint | null): string | null;
export function shownImage(url: string | null | undefined, by: bigint | null): string | null {
  if (!url) return null;
  const hash = avatarHashOf(url);
  if (hash !== null) return paths.api.avatar(hash);
  if (!/^https?:/i.test(url)) return url.startsWith("emoji:") ? url : null;
  const text = by === null ? url : `${by} ${url}`;
  return paths.api.image(signatureOf(text).toString("base64url"), Buffer.from(text, "utf8").toString("base64url"));
}

/** What is behind such a path's two parts; null when this install hasn't signed it. */
export function signedUrl(signature: string, encoded: string): SignedUrl | null {
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  const given = Buffer.from(signature, "base64url");
  if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signatureOf(text))) return null;
  const [, by, url] = /^(\d{1,19}) (.*)$/s.exec(text) ?? [];
  return by === undefined || url === undefined ? { url: text, by: null } : { url, by: BigInt(by) };
}

function signatureOf(text: string): Buffer {
  return createHmac("sha256", key()).update(text, "utf8").digest().subarray(0, SIGNATURE_BYTES);
}

// The key is cached: a page of messages has hundreds of addresses to sign.
function key(): Buffer {
  const secret = authSecret();
  if (derived?.secret !== secret) {
    derived = { secret, key: Buffer.from(hkdfSync("sha256", secret, "", "parley: remote images", 32)) };
  }
  return derived.key;
}
