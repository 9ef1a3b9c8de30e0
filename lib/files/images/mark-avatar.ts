/** Returns the `avatar_url` of a webhook that has its tool's logo, because it has no other avatar. */
export function markAvatarUrl(mark: string): string {
  return `mark:${mark}`;
}

/** Returns the logo's name in such an `avatar_url`; null for anything else. */
export function markIn(avatarUrl: string | null): string | null {
  return /^mark:([a-z\d-]{1,64})$/.exec(avatarUrl ?? "")?.[1] ?? null;
}
