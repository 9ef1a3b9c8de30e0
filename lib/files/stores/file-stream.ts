import { open } from "node:fs/promises";
import { ReadableStream as WebStream } from "node:stream/web";

const CHUNK = 64 * 1024;

/** Returns a stream of these chunks that takes the next one when it's read, and ends the iteration if it's canceled. */
export function streamed(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // The same class, with types of its own.
  return WebStream.from(chunks) as ReadableStream<Uint8Array>;
}

/**
 * Streams a local file's bytes from `start` to `end`, both included. The first read opens the file, so that an unread
 * stream keeps nothing open.
 */
export function fileStream(file: string, start: number, end: number): ReadableStream<Uint8Array> {
  return streamed(chunksOf(file, start, end));
}

async function* chunksOf(file: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file, "r");
  try {
    for (let position = start; position <= end; ) {
      const chunk = new Uint8Array(Math.min(CHUNK, end + 1 - position));
      const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position);
      if (bytesRead === 0) throw new Error("The file is shorter than expected.");
      position += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
