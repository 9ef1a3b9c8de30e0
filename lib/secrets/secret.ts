import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/process/env";
import { makeDirectory } from "@/lib/process/make-directory";
import { processWide } from "@/lib/process/process-wide";
import { hasCode } from "@/lib/text/errors";

/**
 * The secret that signs sessions and invites: NEXTAUTH_SECRET, or one generated at the first start and stored under
 * DATA_DIR.
 */
export function authSecret(): string {
  return env.nextAuthSecret ?? processWide(`secret:${env.dataDir}`, keptSecret);
}

/** Returns the file under DATA_DIR that has the secret if NEXTAUTH_SECRET is unset. */
export function secretFile(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "nextauth-secret");
}

function keptSecret(): string {
  const file = secretFile();
  makeDirectory(env.dataDir);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // If several processes start together, one's draft becomes the file and all read that.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

// AES-256-GCM: 12 bytes of nonce, 16 of tag, then the text.
const NONCE = 12;
const TAG = 16;

/** Encrypts a text for the database. Only this install's secret can decrypt it. */
export function seal(text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key(), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** Decrypts a sealed text. Returns null if it was changed or sealed with another secret. */
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
  return keyFor("parley: sealed texts");
}

// Kept, because deriving a key takes longer than using it.
const derived = new Map<string, { secret: string; key: Buffer }>();

/** Returns the key of 32 bytes that this install's secret gives for a purpose. */
export function keyFor(purpose: string): Buffer {
  const secret = authSecret();
  const known = derived.get(purpose);
  if (known?.secret === secret) return known.key;
  const made = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  derived.set(purpose, { secret, key: made });
  return made;
}
