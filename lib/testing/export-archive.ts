import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { tarEntries } from "@/lib/files/tar-entries";

export type Json = Record<string, unknown>;

/** Reads an export: the text of each entry by its name, in order. */
export async function entriesOf(archive: ReadableStream<Uint8Array>): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  const tar = Readable.fromWeb(archive as never).pipe(createGunzip());
  for await (const { header, body } of tarEntries(tar)) entries.set(header.name, await text(body));
  return entries;
}

/** Returns what a JSON file of an export holds. */
export const jsonIn = (entries: Map<string, string>, name: string): Json => JSON.parse(entries.get(name) ?? "null");

/** Returns the lines of an export's parts with this name. */
export const linesIn = (entries: Map<string, string>, name: string): Json[] =>
  [...entries]
    .filter(([entry]) => new RegExp(`^${name}-\\d{5}\\.jsonl$`).test(entry))
    .flatMap(([, written]) => written.trimEnd().split("\n"))
    .map((line) => JSON.parse(line));
