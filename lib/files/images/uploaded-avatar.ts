/**
 * Returns the `avatar_url` of an uploaded avatar. It contains the hash of its bytes, so its content never changes.
 */
export function avatarUrlOf(hash: Uint8Array): string {
  return `picture:${Buffer.from(hash).toString("hex")}`;
}

/** Returns the hash, in hex, of the uploaded avatar in an `avatar_url`; null for anything else. */
export function avatarHashOf(avatarUrl: string | null): string | null {
  return /^picture:([0-9a-f]{64})$/.exec(avatarUrl ?? "")?.[1] ?? null;
}
