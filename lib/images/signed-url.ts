import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { pictureHash } from "@/lib/images/uploaded";
import { paths } from "@/lib/paths";
import { authSecret } from "@/lib/secret";

const SIGNATURE_BYTES = 16;

let derived: { secret: string; key: Buffer } | null = null;

/**
 * Where readers get the picture at an http(s) address that somebody named: a path of this install, always the same for the same
 * address. Only what this install has signed is ever fetched. An uploaded picture is served by this install; `emoji:…`, which is no address,
 * stays, and null too.
 */
export function shownImage(url: string): string;
export function shownImage(url: string | null | undefined): string | null;
export function shownImage(url: string | null | undefined): string | null {
  if (!url) return null;
  const hash = pictureHash(url);
  if (hash !== null) return paths.api.picture(hash);
  if (!/^https?:/i.test(url)) return url.startsWith("emoji:") ? url : null;
  return paths.api.image(signatureOf(url).toString("base64url"), Buffer.from(url, "utf8").toString("base64url"));
}

/** The address behind such a path's two parts; null when this install hasn't signed it. */
export function signedUrl(signature: string, encoded: string): string | null {
  const url = Buffer.from(encoded, "base64url").toString("utf8");
  const given = Buffer.from(signature, "base64url");
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(url)) ? url : null;
}

function signatureOf(url: string): Buffer {
  return createHmac("sha256", key()).update(url, "utf8").digest().subarray(0, SIGNATURE_BYTES);
}

// The key is cached: a page of messages has hundreds of addresses to sign.
function key(): Buffer {
  const secret = authSecret();
  if (derived?.secret !== secret) {
    derived = { secret, key: Buffer.from(hkdfSync("sha256", secret, "", "parley: remote images", 32)) };
  }
  return derived.key;
}
