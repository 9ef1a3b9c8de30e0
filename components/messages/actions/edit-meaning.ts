import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { lengthUpTo } from "../composer/length";

/** What saving this text in place of the one before means. Both are as they are sent. */
export function editMeaning(text: string, before: string): "delete" | "nothing" | "too-long" | "save" {
  const trimmed = text.trim();
  if (trimmed === "") return "delete";
  if (trimmed === before) return "nothing";
  return lengthUpTo(trimmed, MESSAGE_LIMIT) > MESSAGE_LIMIT ? "too-long" : "save";
}
