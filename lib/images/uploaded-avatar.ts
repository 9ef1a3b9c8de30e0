/** The `avatar_url` of an uploaded avatar: its hash, which names its bytes for good. */
export function avatarUrlOf(hash: Uint8Array): string {
  return `picture:${Buffer.from(hash).toString("hex")}`;
}

/** The hash, in hex, of the uploaded avatar that an `avatar_url` names; null for everything else. */
export function avatarHashOf(avatarUrl: string | null): string | null {
  return /^picture:([0-9a-f]{64})$/.exec(avatarUrl ?? "")?.[1] ?? null;
}
