import { cleanText } from "@/lib/text";
import type { AttachmentDto } from "@/lib/uploads/dto";

/** An attachment that is shown as an image; its pixels are known, so that its place can be kept. */
export type ImageAttachment = AttachmentDto & {
  width: number;
  height: number;
  shown: NonNullable<AttachmentDto["shown"]>;
};

const MOST = { width: 560, height: 320 };
// So that a hair of an image can still be hit.
const LEAST = 48;

/** Whether the attachment is an image that can be shown in its message. */
export function isImage(attachment: AttachmentDto): attachment is ImageAttachment {
  return attachment.shown !== null && Boolean(attachment.width) && Boolean(attachment.height);
}

/** The size in CSS pixels at which one image alone is shown: its own, or as much as fits. */
export function boxOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  const side = (pixels: number) => Math.max(LEAST, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}

/** In how many columns so many images stand, with rows as full as they can be. */
export function columnsOf(count: number): 1 | 2 | 3 {
  if (count === 1) return 1;
  return count === 2 || count === 4 ? 2 : 3;
}

/** What stands for an image where it isn't seen: its sender's description, or else its name. */
export function altOf({ description, name }: Pick<AttachmentDto, "description" | "name">): string {
  return cleanText(description).trim() || cleanText(name);
}
