import { MESSAGE_LIMIT } from "@/lib/messages/dto";
import { codePoints } from "@/lib/text";

type Meaning = "delete" | "nothing" | "too-long" | "save";

/** What saving this text in place of the one before means. Both are as they are sent; files say enough without one. */
export function editMeaning(text: string, before: string, hasFiles: boolean): Meaning {
  const trimmed = text.trim();
  if (trimmed === "" && !hasFiles) return "delete";
  if (trimmed === before) return "nothing";
  return codePoints(trimmed) > MESSAGE_LIMIT ? "too-long" : "save";
}
