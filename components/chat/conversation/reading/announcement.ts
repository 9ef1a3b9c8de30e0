import { excerpt } from "@/lib/messages/cards/excerpt";
import { cleanText } from "@/lib/text/text";
import type { Arrivals } from "./announcer";

/** How many characters of a message are announced. */
const WORDS = 120;

/** Returns "Ada: text" or "5 new messages, the latest from CI: text". */
export function announcement({ count, last }: Arrivals): string {
  const said = `${cleanText(last.author.name)}: ${excerpt(last, WORDS)}`;
  return count === 1 ? said : `${count} new messages, the latest from ${said}`;
}
