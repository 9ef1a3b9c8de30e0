import { cleanText } from "@/lib/messages/markdown/clean-text";
import type { AttachmentDto } from "@/lib/uploads/dto";

/** What stands for an image where it isn't seen: its sender's description, or else its name. */
export function altOf({ description, name }: Pick<AttachmentDto, "description" | "name">): string {
  return cleanText(description).trim() || cleanText(name);
}
