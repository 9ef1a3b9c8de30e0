import { hash, randomBytes } from "node:crypto";

/** A new webhook token: 68 characters of [A-Za-z0-9_-], 408 bits from a CSPRNG. */
export function makeToken(): string {
  return randomBytes(51).toString("base64url");
}

/** What of a token is stored: its SHA-256. A slow hash would protect nothing, because a token can't be guessed. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
