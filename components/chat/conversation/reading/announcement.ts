import { excerpt } from "@/lib/messages/cards/excerpt";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/text/text";

/** Messages not yet announced: how many, and the last one. */
export type Arrivals = { count: number; last: MessageDto };

/** How many characters of a message are announced. */
const WORDS = 120;

/** Returns "Ada: text" or "5 new messages, the latest from CI: text". */
export function announcement({ count, last }: Arrivals): string {
  const said = `${cleanText(last.author.name)}: ${excerpt(last, WORDS)}`;
  return count === 1 ? said : `${count} new messages, the latest from ${said}`;
}
