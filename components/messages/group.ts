import { dayKey } from "@/components/ui/time-format";
import type { MessageDto } from "@/lib/messages/dto";

/** What stands below each other in a channel. */
export type MessageRow =
  | { kind: "day"; key: string; at: string }
  | { kind: "new"; key: string }
  | { kind: "message"; key: string; message: MessageDto; grouped: boolean };

type Options = {
  /** In order, oldest first. */
  messages: readonly MessageDto[];
  /** The place of the last message that was read; null shows no "New". */
  lastReadSeq: number | null;
  /** Who reads: one's own messages are never new. */
  readerId?: string | null;
  /** The reader's zone. It is passed in, because server and browser must cut the days at the same place. */
  timeZone: string;
};

const together = 5 * 60_000;

/** Puts day dividers and the unread line between messages, and joins what one author said in one go. */
export function toRows({ messages, lastReadSeq, readerId = null, timeZone }: Options): MessageRow[] {
  const rows: MessageRow[] = [];
  let previous: MessageDto | null = null;
  let day = "";
  let newShown = lastReadSeq === null;
  for (const message of messages) {
    if (message.deleted) continue;
    const messageDay = dayKey(new Date(message.createdAt), timeZone);
    if (messageDay !== day) {
      rows.push({ kind: "day", key: `day ${messageDay}`, at: message.createdAt });
      previous = null;
    }
    if (!newShown && message.seq > (lastReadSeq ?? 0) && !isOwn(message, readerId)) {
      rows.push({ kind: "new", key: "new" });
      newShown = true;
      previous = null;
    }
    const grouped = previous !== null && belongTogether(previous, message);
    // A pending message keeps its row when the server's answer replaces it.
    rows.push({ kind: "message", key: rowKey(message), message, grouped });
    previous = message;
    day = messageDay;
  }
  return rows;
}

/** The first message that this person hasn't read, of those given; null when there is none. One's own never are. */
export function firstUnread(messages: readonly MessageDto[], lastReadSeq: number, readerId: string): MessageDto | null {
  return messages.find((each) => each.seq > lastReadSeq && !each.deleted && !isOwn(each, readerId)) ?? null;
}

/** How many of the messages this person hasn't read. */
export function countUnread(messages: readonly MessageDto[], lastReadSeq: number, readerId: string): number {
  return messages.filter((each) => each.seq > lastReadSeq && !each.deleted && !isOwn(each, readerId)).length;
}

/** The rows up to the message with this `seq`, and those after it with what introduces them. */
export function splitRows(rows: readonly MessageRow[], seq: number): [before: MessageRow[], after: MessageRow[]] {
  const first = rows.findIndex((row) => row.kind === "message" && row.message.seq > seq);
  const last = rows.findLastIndex((row, index) => row.kind === "message" && (first === -1 || index < first));
  return [rows.slice(0, last + 1), rows.slice(last + 1)];
}

// Others can make a nonce equal to somebody else's: it names a message only together with its author.
function rowKey({ id, nonce, author }: MessageDto): string {
  return nonce === null ? id : `${author.id} ${nonce}`;
}

function isOwn(message: MessageDto, readerId: string | null): boolean {
  return message.author.kind === "user" && message.author.id !== null && message.author.id === readerId;
}

// A webhook can speak under another name with each message, and then is somebody else to the reader.
function belongTogether(before: MessageDto, after: MessageDto): boolean {
  const [a, b] = [before.author, after.author];
  const same = a.kind === b.kind && a.id === b.id && a.name === b.name && a.avatarUrl === b.avatarUrl;
  return same && Date.parse(after.createdAt) - Date.parse(before.createdAt) < together;
}
