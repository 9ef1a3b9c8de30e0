import { hash, randomBytes } from "node:crypto";

/** Returns a new webhook token: 68 characters of [A-Za-z0-9_-], 408 bits from a CSPRNG. */
export function makeToken(): string {
  return randomBytes(51).toString("base64url");
}

/**
 * Returns a token's SHA-256, which is what's stored. A slow hash would add nothing, because tokens can't be guessed.
 */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
