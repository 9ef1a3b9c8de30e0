import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarDecoder, type TarHeader } from "modern-tar";

type TarEntry = { header: TarHeader; body: AsyncIterable<Uint8Array> };

/**
 * Yields the entries of a tar in order. A body can be read until the next entry is asked for, and what is left of it is
 * skipped. Throws if the tar is incomplete, or can't be read.
 */
export async function* tarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const decoder = createTarDecoder({ strict: true });
  const feeding = pipeline(bytes, Writable.fromWeb(decoder.writable));
  feeding.catch(() => undefined);
  for await (const { header, body } of decoder.readable) {
    // Never cancelled: if the decoder is already at the next entry, that one's body would never end.
    const reader = body.getReader();
    yield { header, body: rest(reader) };
    for await (const _ of rest(reader));
  }
  await feeding;
}

async function* rest(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
