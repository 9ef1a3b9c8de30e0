import { type EventStream, encodeFrame } from "@/lib/streams/event-stream";

/** One open event stream and what it may see. Everything here is this process's memory and is checked against the database. */
export type Reader = {
  userId: bigint;
  sessionId: bigint;
  /** As it was when the stream opened, for what is sent before it is read anew. */
  seesSenders: boolean;
  /** The channel whose messages it gets in full; null when none is open. */
  channelId: bigint | null;
  /** The page that shows it, by the name it gave itself, and whether it was left alone; null for what is no page. */
  page: { tab: string; away: boolean } | null;
  stream: EventStream;
  /** Frames that came while the reader was still catching up; null once it has. */
  held: Uint8Array[] | null;
};

/** Writes now, or after the catch-up that is under way, so that no frame overtakes what it builds on. */
export function sendTo(reader: Reader, frame: Uint8Array): void {
  if (reader.held) reader.held.push(frame);
  else reader.stream.send(frame);
}

/** Ends the reader's stream, telling it why. */
export function disconnect(reader: Reader, reason: "gone" | "signed-out" | "displaced"): void {
  const { channelId, stream } = reader;
  if (reason !== "gone") stream.send(encodeFrame({ type: reason }));
  else if (channelId !== null) stream.send(encodeFrame({ type: "gone", channelId: `${channelId}` }));
  stream.close();
}
