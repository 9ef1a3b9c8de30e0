import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit";
import { db } from "@/lib/db/client";
import { takeTurn } from "@/lib/db/one-instance";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { fitImage, mostPixels, UnshowableImage } from "@/lib/files/images/shrink";
import { removeTemporary, storeFile, withFilesInPlace } from "@/lib/files/uploads/store-file";
import type { NewAttachment, StoredFile } from "@/lib/files/uploads/stored-file";
import { EMOJI_TURN } from "@/lib/messages/emoji/custom/custom-emoji";
import { MOST_EMOJI } from "@/lib/messages/emoji/custom/dto";
import { withEmoji } from "@/lib/messages/emoji/emoji";
import { EMOJI_NAME } from "@/lib/messages/markdown/mention-grammar";
import { asPerson } from "@/lib/people/as-person";
import { AVATAR_LIMITS } from "@/lib/people/avatars/dto";
import type { SessionUser } from "@/lib/people/find-session-user";
import { countTry } from "@/lib/people/try-limits";
import { timeText } from "@/lib/process/limits";
import { AppError, hasCode, isAppError } from "@/lib/text/errors";
import { sizeText } from "@/lib/text/size-text";

const ONE_IMAGE = { files: 1, fileBytes: AVATAR_LIMITS.bytes, totalBytes: AVATAR_LIMITS.bytes };
// Pixels: over three times the size in a text, for high-density screens and the settings.
const SIDE = 128;
// Only an animation can be larger. A channel may show many at once.
const MOST_BYTES = 512 * 1024;

const SHAPE = new RegExp(`^${EMOJI_NAME}$`);

/** The name of a new custom emoji, with or without its colons, in any case. */
const nameSchema = z
  .string("Enter a name.")
  .transform((text) => text.trim().replace(/^:|:$/g, "").toLowerCase())
  .refine((name) => name !== "", "Enter a name.")
  .refine((name) => SHAPE.test(name), "Use 2 to 32 letters, digits, -, + and _.")
  // Markdown would take two of them for emphasis.
  .refine((name) => !/^_|_$/.test(name), "A name can't begin or end with an underscore.")
  .refine(
    (name) => withEmoji(`:${name}:`) === `:${name}:`,
    "There is already an emoji with this name. Choose another.",
  );

/** The form with an emoji's image and `name`. `allow` throws `rate_limited` after 100 within an hour. */
export const emojiForm = {
  form: z.object({ name: nameSchema }),
  limits: ONE_IMAGE,
  allow: ({ user }: { user: SessionUser }) => countTry("emoji", `${user.id}`, tooMany),
};

/**
 * Adds an uploaded image as a custom emoji, scaled down and without metadata. Returns its ID. Throws `conflict` for a name
 * that's taken or when there are too many, and `too_large` or `invalid`, which leaves nothing on disk.
 */
export function addEmoji(user: SessionUser, name: string, [given]: readonly NewAttachment[]): Promise<{ id: string }> {
  return addImage(name, user, given?.file);
}

/**
 * Adds an imported image as a custom emoji of this person. It isn't in the audit log, because its import is. Returns false
 * if the name is taken or can't be one, or the image can't be shown.
 */
export async function importEmoji(
  name: string,
  { by, bytes }: { by: bigint; bytes: AsyncIterable<Uint8Array> },
): Promise<boolean> {
  const given = await storeFile(bytes, AVATAR_LIMITS.bytes);
  try {
    await addImage(nameIn({ name }), { id: by }, given);
    return true;
  } catch (error) {
    if (isAppError(error) && ["invalid", "conflict", "too_large"].includes(error.code)) return false;
    throw error;
  } finally {
    await removeTemporary([given]);
  }
}

/** Who adds an emoji: recorded in the audit log if they have a name. */
type EmojiAuthor = { id: bigint; name?: string };

async function addImage(name: string, actor: EmojiAuthor, given: StoredFile | undefined): Promise<{ id: string }> {
  const file = await stored(await fitted(actor, given));
  try {
    return await withFilesInPlace([file], () => add(actor, name, file));
  } finally {
    await removeTemporary([file]);
  }
}

function tooMany(seconds: number): string {
  return `You've added too many emoji. Try again in ${timeText(seconds)}.`;
}

function nameIn({ name }: Record<string, string>): string {
  const found = nameSchema.safeParse(name);
  if (found.success) return found.data;
  throw new AppError("invalid", found.error.issues[0]?.message ?? "Enter a name.", { field: "name" });
}

async function fitted({ id: by }: EmojiAuthor, given: StoredFile | undefined): Promise<Buffer> {
  if (given?.temporary === undefined) throw new AppError("invalid", "The form has no image. Choose one and try again.");
  const image = await fitImage(given.temporary, SIDE, { by }).catch((error: unknown) => {
    if (!(error instanceof UnshowableImage)) throw error;
    const most = mostPixels() / 1_000_000;
    const sentence = `This image can't be opened. Choose a PNG, JPEG, WebP, GIF or AVIF up to ${most} megapixels.`;
    throw new AppError("invalid", sentence, { cause: error });
  });
  if (image.byteLength <= MOST_BYTES) return image;
  const sentence = `This animation is too long: scaled down, it can be at most ${sizeText(MOST_BYTES)}. Use fewer frames.`;
  throw new AppError("invalid", sentence);
}

async function stored(image: Buffer): Promise<StoredFile> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield image;
  }
  return storeFile(bytes(), MOST_BYTES);
}

// Versions before 0.2 don't know whose image this is, and delete those without an owner a day after their date.
const NEVER_SWEPT = new Date("9999-01-01T00:00:00Z");

async function add(actor: EmojiAuthor, name: string, { hash, size }: StoredFile): Promise<{ id: string }> {
  const image = { hash: new Uint8Array(hash), size, userId: actor.id, createdAt: NEVER_SWEPT };
  try {
    const insert = async (tx: Transaction) => {
      if ((await tx.customEmoji.count()) >= MOST_EMOJI)
        throw new AppError(
          "conflict",
          `A workspace can have at most ${MOST_EMOJI} emoji of its own. Delete one first.`,
        );
      const data = { name, createdById: actor.id, image: { create: image } };
      const added = await tx.customEmoji.create({ data, select: { id: true } });
      if (actor.name !== undefined) {
        const by = { id: actor.id, name: actor.name };
        await recordAudit(tx, { actor: by, action: "emoji.added", details: { emoji: name } });
      }
      return added;
    };
    const { id } = await (actor.name === undefined
      ? db().$transaction(async (tx) => {
          await takeTurn(tx, EMOJI_TURN);
          return insert(tx);
        })
      : asPerson(actor, insert, { turn: EMOJI_TURN }));
    publish({ kind: "emoji" });
    return { id: `${id}` };
  } catch (error) {
    if (!hasCode(error, "P2002")) throw error;
    throw new AppError("conflict", `There is already an emoji :${name}:. Choose another name.`, { field: "name" });
  }
}
