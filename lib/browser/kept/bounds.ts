import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import type { KeptChannel, KeptUnsent } from "./types";

/** How many channels are stored, the most recently read ones. */
export const MOST_CHANNELS = 20;
/** How many messages of a channel are stored, the latest ones. */
export const MOST_MESSAGES = 100;
/** How many characters of JSON a channel's messages may take. */
export const MOST_CHARACTERS = 1_000_000;
/** How many bytes the files of one message may have. A larger message is kept only while its page is open. */
export const MOST_FILE_BYTES = 50_000_000;

/** Returns the channel as it is stored: its latest messages, as many as fit. Null for non-members. */
export function toKept(channel: ChannelDto, messages: readonly MessageDto[], at: number): KeptChannel | null {
  if (channel.role === null) return null;
  const { id, name, kind, topic } = channel;
  const last = withinRoom(messages.slice(-MOST_MESSAGES));
  return { id, channel: { id, name, kind, topic, canWrite: !channel.archived }, messages: last, at };
}

function withinRoom(messages: readonly MessageDto[]): MessageDto[] {
  let room = MOST_CHARACTERS;
  const first = messages.findLastIndex((message) => {
    room -= JSON.stringify(message).length;
    return room < 0;
  });
  return messages.slice(first + 1);
}

/**
 * Returns which of these channels, least recently read first, to delete: those not in `mine` (null skips this), and the
 * first ones if there are too many.
 */
export function excess(ids: readonly string[], mine: ReadonlySet<string> | null): string[] {
  const own = new Set(ids.filter((id) => mine === null || mine.has(id)).slice(-MOST_CHANNELS));
  return ids.filter((id) => !own.has(id));
}

/** Sorts messages by when they were written, the order in which to send them. */
export function inOrder(unsent: readonly KeptUnsent[]): KeptUnsent[] {
  return unsent.toSorted((a, b) => compare(a.createdAt, b.createdAt));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns whether a message is small enough to store. Files take the most space. */
export function hasRoom({ files }: Pick<KeptUnsent, "files">): boolean {
  return files.reduce((sum, { file }) => sum + file.size, 0) <= MOST_FILE_BYTES;
}
