import { IMAGE_TYPES } from "@/lib/files/uploads/dto";

/** An uploaded avatar that isn't used yet. Requests refer to it by `picture`; `shown` is its URL. */
export type UploadedAvatarDto = { picture: string; shown: string };

/** Returns whether an `avatar_url` refers to an uploaded avatar. */
export function isUploaded(givenAvatarUrl: string | null): givenAvatarUrl is string {
  return givenAvatarUrl?.startsWith("picture:") ?? false;
}

const MIB = 1024 * 1024;

/** The limits of an uploaded avatar. */
export const AVATAR_LIMITS = { bytes: 10 * MIB, types: IMAGE_TYPES } as const;

/** Says which files can be used as an avatar. */
export const AVATAR_HINT = "Use a PNG, JPEG, WebP, GIF or AVIF up to 10 MiB.";
