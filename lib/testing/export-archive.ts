import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";

export type Json = Record<string, unknown>;

/** Reads an export: the text of each entry by its name, in order. */
export async function entriesOf(archive: ReadableStream<Uint8Array>): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const tar = Readable.fromWeb(archive as never).pipe(createGunzip());
  const decoder = createTarDecoder({ strict: true });
  void pipeline(tar, Writable.fromWeb(decoder.writable)).catch(() => undefined);
  for await (const { header, body } of decoder.readable) entries.set(header.name, await new Response(body).text());
  return entries;
}

/** Returns what a JSON file of an export holds. */
export const jsonIn = (entries: Map<string, string>, name: string): Json => JSON.parse(entries.get(name) ?? "null");

/** Returns the lines of an export's parts with this name. */
export const linesIn = (entries: Map<string, string>, name: string): Json[] =>
  [...entries]
    .filter(([entry]) => new RegExp(`^${name}-\\d{5}\\.jsonl$`).test(entry))
    .flatMap(([, text]) => text.trimEnd().split("\n"))
    .map((line) => JSON.parse(line));
