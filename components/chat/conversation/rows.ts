import { isMuted, noneMuted } from "@/components/chat/conversation/webhooks/muted";
import { dayKey } from "@/components/ui/time/time-format";
import { isQuiet, type MessageDto } from "@/lib/messages/dto";
import { belongsTo, type Fold, settled } from "./fold";

/** A row in a list of messages. */
export type ListRow =
  | { kind: "day"; key: string; at: string }
  | { kind: "new"; key: string }
  | MessageItemRow
  | MutedRow;

/** A message. The first of several repeated ones has a fold with all of them; the others get rows when it is open. */
type MessageItemRow = { kind: "message"; key: string; message: MessageDto; grouped: boolean; fold?: Fold };

/** One or more consecutive messages from muted people and webhooks: one line, with the messages below it when open. */
export type MutedRow = { kind: "muted"; key: string } & Fold;

type Options = {
  /** In order, oldest first. */
  messages: readonly MessageDto[];
  /** The `seq` of the last read message; null hides the "New" line. */
  lastReadSeq: number | null;
  /** The reader, whose own messages are never new. */
  readerId?: string | null;
  /** The reader's time zone. Passed in because server and browser must split days at the same point. */
  timeZone: string;
  /** Ids of the webhooks and people the reader has muted. */
  muted?: ReadonlySet<string>;
  /** Ids of muted messages the reader has opened, along with those around them. */
  open?: ReadonlySet<string>;
  /** Ids of messages whose repetitions the reader has opened. */
  unfolded?: ReadonlySet<string>;
};

const together = 5 * 60_000;
const mostTogether = 10;
// Posts this close to each other belong to one event.
const burst = 60_000;

/**
 * Adds dates and the "New" line, groups consecutive messages by one author, and folds muted ones. Repeated webhook
 * messages fold into the first one, which stays in place.
 */
export function toRows(options: Options): ListRow[] {
  const { messages, lastReadSeq, readerId = null, timeZone, muted = noneMuted, open, unfolded } = options;
  const rows: ListRow[] = [];
  let previous: MessageDto | null = null;
  let day = "";
  let newShown = lastReadSeq === null;
  for (const message of messages) {
    if (message.deleted && message.thread === null) continue;
    const messageDay = dayKey(new Date(message.createdAt), timeZone);
    if (messageDay !== day) {
      rows.push({ kind: "day", key: `day ${messageDay}`, at: message.createdAt });
      previous = null;
      day = messageDay;
    }
    if (message.isLine) {
      rows.push(toRow(message, null));
      previous = null;
      continue;
    }
    if (isMuted(message, muted)) {
      joinMuted(rows, message);
      previous = null;
      continue;
    }
    if (!newShown && isUnread(message, lastReadSeq ?? 0, readerId, muted)) {
      rows.push({ kind: "new", key: "new" });
      newShown = true;
      previous = null;
    }
    joinAlike(rows, toRow(message, previous));
    previous = message;
  }
  return rows.flatMap((row) => {
    if (row.kind === "muted") return withMessages(row, open);
    return row.kind === "message" && row.fold ? withFolded(row, row.fold, unfolded) : [row];
  });
}

/** Adds the row, or adds its message to the previous row's fold if it repeats that. */
function joinAlike(rows: ListRow[], row: MessageItemRow): void {
  const last = rows.at(-1);
  const before = last?.kind === "message" && (last.fold?.messages ?? [last.message]);
  if (!before || !belongsTo(before, row.message)) rows.push(row);
  else if (last.fold) last.fold.messages.push(row.message);
  else last.fold = { messages: [last.message, row.message], open: false };
}

function withFolded(row: MessageItemRow, { messages }: Fold, unfolded: ReadonlySet<string> | undefined): ListRow[] {
  const open = isAmong(messages, unfolded);
  const others = open ? messages.slice(1).map((message, index) => toRow(message, messages[index] ?? null)) : [];
  return [{ ...row, fold: settled({ messages, open }) }, ...others];
}

function joinMuted(rows: ListRow[], message: MessageDto): void {
  const last = rows.at(-1);
  if (last?.kind === "muted") last.messages.push(message);
  else rows.push({ kind: "muted", key: `muted ${message.id}`, messages: [message], open: false });
}

function withMessages(row: MutedRow, open: ReadonlySet<string> | undefined): ListRow[] {
  if (!isAmong(row.messages, open)) return [row];
  const messages = row.messages.map((message, index) => toRow(message, row.messages[index - 1] ?? null));
  return [{ ...row, open: true }, ...messages];
}

function isAmong(messages: readonly MessageDto[], ids: ReadonlySet<string> | undefined): boolean {
  return ids !== undefined && messages.some(({ id }) => ids.has(id));
}

// A pending message keeps its row when the stored message replaces it.
function toRow(message: MessageDto, previous: MessageDto | null): MessageItemRow {
  return {
    kind: "message",
    key: rowKey(message),
    message,
    grouped: previous !== null && belongTogether(previous, message),
  };
}

/**
 * Returns the first of these messages that this person hasn't read; null if there is none. Their own, muted and
 * silent messages don't count.
 */
export function firstUnread(
  messages: readonly MessageDto[],
  lastReadSeq: number,
  readerId: string,
  muted: ReadonlySet<string> = noneMuted,
): MessageDto | null {
  return messages.find((each) => isUnread(each, lastReadSeq, readerId, muted)) ?? null;
}

/** Returns how many of the messages this person hasn't read. */
export function countUnread(
  messages: readonly MessageDto[],
  lastReadSeq: number,
  readerId: string,
  muted: ReadonlySet<string> = noneMuted,
): number {
  return messages.filter((each) => isUnread(each, lastReadSeq, readerId, muted)).length;
}

function isUnread(
  message: MessageDto,
  lastReadSeq: number,
  readerId: string | null,
  muted: ReadonlySet<string>,
): boolean {
  return (
    message.seq > lastReadSeq &&
    !message.deleted &&
    !isQuiet(message) &&
    !isOwn(message, readerId) &&
    !isMuted(message, muted)
  );
}

/** Splits the rows after the message with this `seq`; a date or line belongs to the message below it. */
export function splitRows(rows: readonly ListRow[], seq: number): [before: ListRow[], after: ListRow[]] {
  const first = rows.findIndex((row) => (lastSeq(row) ?? 0) > seq);
  const last = rows.findLastIndex((row, index) => lastSeq(row) !== null && (first === -1 || index < first));
  return [rows.slice(0, last + 1), rows.slice(last + 1)];
}

/**
 * Returns the messages that arrow keys reach: those with a row of their own, or whose row represents earlier ones.
 * Pending messages aren't included.
 */
export function reachable(rows: readonly ListRow[]): MessageDto[] {
  return rows.flatMap((row) => {
    if (row.kind === "message") return row.message.rev > 0 && !row.message.isLine ? [row.message] : [];
    return row.kind === "muted" && !row.open ? row.messages.slice(-1) : [];
  });
}

function lastSeq(row: ListRow): number | null {
  if (row.kind === "muted") return row.messages.at(-1)?.seq ?? null;
  if (row.kind !== "message") return null;
  return (row.fold?.open === false ? row.fold.messages.at(-1) : row.message)?.seq ?? null;
}

// Nonces can collide across people, so they identify a message only together with its author.
function rowKey({ id, nonce, author }: MessageDto): string {
  return nonce === null ? id : `${author.id} ${nonce}`;
}

function isOwn(message: MessageDto, readerId: string | null): boolean {
  return message.author.kind === "user" && message.author.id !== null && message.author.id === readerId;
}

// With compact density: the space around a message, a line of text or the author's name, and a card of one line.
const SPACE_PX = 8;
const LINE_PX = 20;
const CARD_PX = 28;

/** Returns how many of the last messages surely fill this height: each counts as what its row takes at least. */
export function countToFill(messages: readonly MessageDto[], height: number, muted: ReadonlySet<string>): number {
  let filled = 0;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const [previous, message] = [messages[index - 1], messages[index]];
    if (previous && message) filled += leastHeight(previous, message, muted);
    if (filled >= height) return messages.length - index;
  }
  return messages.length;
}

function leastHeight(previous: MessageDto, message: MessageDto, muted: ReadonlySet<string>): number {
  if (message.deleted || isMuted(message, muted) || belongsTo([previous], message)) return 0;
  const name = belongTogether(previous, message) ? 0 : LINE_PX;
  const text = message.content === "" ? 0 : LINE_PX;
  return SPACE_PX + name + text + CARD_PX * message.embeds.length;
}

// A webhook can post under different names, which readers see as different authors.
function belongTogether(before: MessageDto, after: MessageDto): boolean {
  const [a, b] = [before.author, after.author];
  const isShownAlike = a.name === b.name && a.avatarUrl === b.avatarUrl;
  // A person's name and avatar are always the current ones.
  const same = a.kind === b.kind && a.id === b.id && (isShownAlike || (a.kind === "user" && a.id !== null));
  const [from, to] = [Date.parse(before.createdAt), Date.parse(after.createdAt)];
  if (!same || to - from >= together) return false;
  return a.kind === "user" || !beginsGroup(before.seq, after.seq, from, to);
}

// A tool can post for hours without a break, so its name is repeated at the channel's next multiple of ten and of five
// minutes. Counting from the group's first message would move the name when earlier ones load.
function beginsGroup(beforeSeq: number, seq: number, from: number, to: number): boolean {
  const isLater = to - from >= burst && Math.floor(from / together) !== Math.floor(to / together);
  return isLater || Math.floor(beforeSeq / mostTogether) !== Math.floor(seq / mostTogether);
}
