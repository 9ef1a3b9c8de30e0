import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { authSecret } from "@/lib/secret";

// AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text.
const NONCE = 12;
const TAG = 16;

/** Encrypts a text for the database, where only this install's secret opens it again. */
export function seal(text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key(), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** The text that was sealed, or null when it was changed or sealed with another secret. */
export function unseal(sealed: Uint8Array): string | null {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key(), sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function key(): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret(), "", "parley: sealed texts", 32));
}
