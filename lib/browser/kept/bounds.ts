import type { ChannelDto } from "@/lib/channels/dto";
import type { MessageDto } from "@/lib/messages/dto";
import type { KeptChannel, KeptUnsent } from "./types";

/** So many channels are kept, those that were read last. */
export const MOST_CHANNELS = 20;
/** So many messages of a channel, its last ones. */
export const MOST_MESSAGES = 100;
/** So many characters a channel's messages may have together, as JSON: cards may be long. */
export const MOST_CHARACTERS = 1_000_000;
/** So many bytes the files of one message may have, or it waits only as long as its page is open. */
export const MOST_FILE_BYTES = 50_000_000;

/** The channel as it is kept: its last messages, as many as there is room for. Null where one isn't a member: that is only looked at. */
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
 * Which of these channels, given with the one first that was read longest ago, are kept no more: those that aren't among one's own, null
 * where that isn't asked, and the first ones where there are too many.
 */
export function excess(ids: readonly string[], mine: ReadonlySet<string> | null): string[] {
  const own = new Set(ids.filter((id) => mine === null || mine.has(id)).slice(-MOST_CHANNELS));
  return ids.filter((id) => !own.has(id));
}

/** In the order in which they were written: so they are sent. */
export function inOrder(unsent: readonly KeptUnsent[]): KeptUnsent[] {
  return unsent.toSorted((a, b) => compare(a.createdAt, b.createdAt));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether a message may be written to this device: files take the most room. */
export function hasRoom({ files }: Pick<KeptUnsent, "files">): boolean {
  return files.reduce((sum, { file }) => sum + file.size, 0) <= MOST_FILE_BYTES;
}
