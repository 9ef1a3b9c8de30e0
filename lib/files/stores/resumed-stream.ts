import { streamed } from "@/lib/files/stores/file-stream";

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Streams `size` bytes: those of `first`, and if it fails or ends early, of `reopen` from there on, as long as each brings
 * some bytes. Throws what `reopen` and the last attempt throw.
 */
export function resumedStream(
  first: Bytes,
  size: number,
  reopen: (from: number) => Promise<Bytes | null>,
): ReadableStream<Uint8Array> {
  return streamed(resumed(first, size, reopen));
}

async function* resumed(
  first: Bytes,
  size: number,
  reopen: (from: number) => Promise<Bytes | null>,
): AsyncGenerator<Uint8Array, undefined> {
  let position = 0;
  for (let source: Bytes | null = first; source !== null; source = await reopen(position)) {
    const before = position;
    try {
      for await (const chunk of source) {
        position += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      if (position === before && source !== first) throw error;
    }
    if (position >= size) return;
    if (position === before && source !== first) break;
  }
  throw new Error("The file is shorter than expected.");
}
