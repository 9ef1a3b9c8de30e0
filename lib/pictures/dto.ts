import { IMAGE_TYPES } from "@/lib/uploads/dto";

/** A picture that was uploaded and is to be taken up: `picture` names it to whatever takes it up, `shown` is where it is seen. */
export type UploadedPictureDto = { picture: string; shown: string };

/** Whether what was given as somebody's `avatar_url` is an uploaded picture, and no address. */
export function isUploaded(givenAvatarUrl: string | null): givenAvatarUrl is string {
  return givenAvatarUrl?.startsWith("picture:") ?? false;
}

const MIB = 1024 * 1024;

/** What a picture may be that is uploaded to be shown beside a name. */
export const PICTURE_LIMITS = { bytes: 10 * MIB, types: IMAGE_TYPES } as const;

/** What a picture has to be, for whom one can't be taken of. */
export const PICTURE_HINT = "Use a PNG, JPEG, WebP, GIF or AVIF of at most 10 MiB.";
