import { excerpt } from "@/components/message/excerpt";
import type { MessageDto } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";

/** How many characters of a message are read aloud. */
const WORDS = 120;

/** What has come since something was last announced: how many messages, and the last of them. */
export type Arrivals = { count: number; last: MessageDto };

/** The highest place in the channel that is known, and what isn't announced yet. */
export type Heard = { latest: number; waiting: Arrivals | null };

/** Takes in changes of the channel: of others' messages, those that are new to it wait to be announced. */
export function hear(heard: Heard, changes: readonly MessageDto[], readerId: string): Heard {
  let { latest, waiting } = heard;
  for (const message of changes.toSorted((a, b) => a.seq - b.seq)) {
    if (message.seq <= latest) continue;
    latest = message.seq;
    if (isNews(message, readerId)) waiting = { count: (waiting?.count ?? 0) + 1, last: message };
  }
  return { latest, waiting };
}

/** "Ada: text" or "5 new messages, the last from CI: text". */
export function announcement({ count, last }: Arrivals): string {
  const said = `${cleanText(last.author.name)}: ${excerpt(last, WORDS)}`;
  return count === 1 ? said : `${count} new messages, the last from ${said}`;
}

/** Where not all that came before is known, what somebody has done something to is none either. */
function isNews({ author, deleted, threadId, thread, editedAt, pinned, reactions }: MessageDto, readerId: string) {
  const own = author.kind === "user" && author.id === readerId;
  const touched = editedAt !== null || pinned || reactions.length > 0 || thread !== null;
  return !own && !deleted && threadId === null && !touched;
}
