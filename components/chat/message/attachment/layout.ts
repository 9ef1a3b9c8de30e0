import type { AttachmentDto } from "@/lib/files/uploads/dto";
import { cleanText } from "@/lib/text/text";

/** An attachment shown as an image. Its pixel size is known, so its space can be reserved. */
export type ImageAttachment = AttachmentDto & {
  width: number;
  height: number;
  shown: NonNullable<AttachmentDto["shown"]>;
};

// As wide as code and tables, and as their previews are stored.
const MOST = { width: 1100, height: 400 };
// So that even a very thin image can be pressed.
const LEAST = 48;

/** Returns whether the attachment can be shown as an image. */
export function isImage(attachment: AttachmentDto): attachment is ImageAttachment {
  return attachment.shown !== null && Boolean(attachment.width) && Boolean(attachment.height);
}

/** Returns the size in CSS pixels of a message's only image: its own, or the largest that fits. */
export function boxOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  const side = (pixels: number) => Math.max(LEAST, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}

/** Returns the number of columns that leaves the fewest gaps. */
export function columnsOf(count: number): 1 | 2 | 3 {
  if (count === 1) return 1;
  return count === 2 || count === 4 ? 2 : 3;
}

/** Returns an image's alternative text: the sender's description, or else its name. */
export function altOf({ description, name }: Pick<AttachmentDto, "description" | "name">): string {
  return cleanText(description).trim() || cleanText(name);
}
