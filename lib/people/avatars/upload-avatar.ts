import { db } from "@/lib/db/client";
import { publish } from "@/lib/events/hub";
import { cropImage, mostPixels, type Square, UnshowableImage } from "@/lib/files/images/shrink";
import { shownImage } from "@/lib/files/images/signed-url";
import { avatarUrlOf } from "@/lib/files/images/uploaded-avatar";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { NewAttachment, StoredFile } from "@/lib/files/uploads/stored-file";
import { asPerson } from "@/lib/people/as-person";
import { AVATAR_LIMITS, type UploadedAvatarDto } from "@/lib/people/avatars/dto";
import { squareSchema } from "@/lib/people/avatars/schema";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countTry } from "@/lib/people/try-limits";
import { timeText } from "@/lib/process/limits";
import { AppError, isAppError } from "@/lib/text/errors";

const ONE_AVATAR = { files: 1, fileBytes: AVATAR_LIMITS.bytes, totalBytes: AVATAR_LIMITS.bytes };
const DAY_MS = 24 * 3_600_000;

/** The form with an image and the square of it to use. `allow` throws `rate_limited` after 30 within an hour. */
export const avatarForm = {
  form: squareSchema,
  limits: ONE_AVATAR,
  allow: ({ user }: { user: SessionUser }) => countTry("avatar", `${user.id}`, tooManyImages),
};

/**
 * Stores a square of an uploaded image, scaled down and without camera metadata, for this person to set as their own or a
 * webhook's avatar. It's deleted if it isn't set within a day. Throws `too_large` or `invalid`, which leaves nothing on
 * disk.
 */
export async function uploadAvatar(
  user: SessionUser,
  square: Square,
  [given]: readonly NewAttachment[],
): Promise<UploadedAvatarDto> {
  return keep(user, await cropped(user, square, given));
}

function tooManyImages(seconds: number): string {
  return `You've uploaded too many images. Try again in ${timeText(seconds)}.`;
}

async function cropped({ id: by }: SessionUser, square: Square, given: NewAttachment | undefined): Promise<Buffer> {
  if (given?.file.temporary === undefined) {
    throw new AppError("invalid", "The form has no image. Choose one and try again.");
  }
  return cropImage(given.file.temporary, square, { by }).catch((error: unknown) => {
    if (!(error instanceof UnshowableImage)) throw error;
    const most = mostPixels() / 1_000_000;
    const sentence = `This image can't be opened. Choose a PNG, JPEG, WebP, GIF or AVIF up to ${most} megapixels.`;
    throw new AppError("invalid", sentence, { cause: error });
  });
}

/**
 * Sets an imported image, cropped to the square in its middle, as the avatar of a person who has none. It isn't in the audit
 * log, because its import is. Returns false if the image can't be shown, or if they have an avatar by now.
 */
export async function importAvatar(userId: bigint, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const files: StoredFile[] = [];
  try {
    const given = await storeFile(bytes, AVATAR_LIMITS.bytes);
    files.push(given);
    const image = given.temporary === undefined ? null : await cropImage(given.temporary, null, { by: userId });
    if (image === null) return false;
    const file = await stored(image);
    files.push(file);
    return await withFilesInPlace([file], () => setMissing(userId, file));
  } catch (error) {
    if (error instanceof UnshowableImage || (isAppError(error) && error.code === "too_large")) return false;
    throw error;
  } finally {
    await removeTemporary(files);
  }
}

async function setMissing(userId: bigint, { hash, size }: StoredFile): Promise<boolean> {
  const isSet = await db().$transaction(async (tx) => {
    const data = { avatarUrl: avatarUrlOf(hash) };
    const { count } = await tx.user.updateMany({ where: { id: userId, avatarUrl: null }, data });
    if (count === 0) return false;
    await tx.avatar.create({
      data: { hash: new Uint8Array(hash), size, userId, ownerId: userId },
      select: { id: true },
    });
    return true;
  });
  if (isSet) publish({ kind: "person", userId });
  return isSet;
}

async function keep(user: SessionUser, avatar: Buffer): Promise<UploadedAvatarDto> {
  const file = await stored(avatar);
  const userId = user.id;
  try {
    const data = { hash: new Uint8Array(file.hash), size: file.size, userId };
    const insert = () => asPerson(user, (tx) => tx.avatar.create({ data, select: { id: true } }));
    await withFilesInPlace([file], insert);
  } finally {
    await removeTemporary([file]);
  }
  const before = new Date(Date.now() - DAY_MS);
  const unused = { ownerId: null, webhookId: null, workspaceId: null, emojiId: null } as const;
  await db().avatar.deleteMany({ where: { ...unused, createdAt: { lt: before } } });
  const name = avatarUrlOf(file.hash);
  return { picture: name, shown: shownImage(name, userId) };
}

async function stored(avatar: Buffer): Promise<StoredFile> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield avatar;
  }
  return storeFile(bytes(), AVATAR_LIMITS.bytes);
}
