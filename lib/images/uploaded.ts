/** What stands as somebody's `avatar_url` for an uploaded picture: its hash, which names its bytes for good. */
export function pictureName(hash: Uint8Array): string {
  return `picture:${Buffer.from(hash).toString("hex")}`;
}

/** The hash, in hex, of the uploaded picture that an `avatar_url` names; null for everything else. */
export function pictureHash(avatarUrl: string | null): string | null {
  return /^picture:([0-9a-f]{64})$/.exec(avatarUrl ?? "")?.[1] ?? null;
}
