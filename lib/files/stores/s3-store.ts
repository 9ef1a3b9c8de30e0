import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { incomingDir } from "@/lib/files/stores/disk-store";
import { type ByteRange, type FileStore, isFileName, type ListedFile } from "@/lib/files/stores/file-store";
import { resumedStream } from "@/lib/files/stores/resumed-stream";
import { bodyText, sendToS3, unavailable } from "@/lib/files/stores/s3-request";
import type { S3Settings } from "@/lib/process/env";
import { inTurn } from "@/lib/process/in-turn";

// How many files are copied to this machine at once to be decoded.
const COPIES = {
  atOnce: 16,
  each: 4,
  waiting: 500,
  patience: 30_000,
  refusal: { code: "unavailable", message: "Too many images are being loaded. Try again in a few seconds." },
} as const;

/** Returns the store that keeps files in this bucket. */
export function s3Store(settings: S3Settings): FileStore {
  const store: FileStore = {
    label: `the bucket ${settings.bucket}`,

    async put(name, { path: source, size, sha256 }) {
      if ((await store.sizeOf(name)) === size) return;
      const body = { open: () => createReadStream(source), size, sha256 };
      const headers = { "content-type": "application/octet-stream" };
      (await sendToS3(settings, { method: "PUT", name, headers, body })).resume();
    },

    async sizeOf(name) {
      const response = (await sendToS3(settings, { method: "HEAD", name }, [404])).resume();
      return response.statusCode === 404 ? null : lengthOf(response);
    },

    async read(name, { range, signal } = {}) {
      const first = await get(settings, name, range, signal);
      if (first === null) return null;
      const size = lengthOf(first);
      const start = range?.start ?? 0;
      // Stores drop connections of slow readers.
      const body = resumedStream(first, size, (from) => {
        return get(settings, name, { start: start + from, end: start + size - 1 }, signal);
      });
      return { size, body };
    },

    async onDisk(name, { by, signal }, work) {
      return inTurn("copy-from-s3", { ...COPIES, by: `${by}`, signal }, async () => {
        const file = await store.read(name, { signal });
        return file && withCopy(file.body, work);
      });
    },

    async remove(name) {
      (await sendToS3(settings, { method: "DELETE", name }, [404])).resume();
    },

    async *list() {
      // The older way to list: it continues after a key, where the newer one has tokens that stores make up.
      for (let marker = ""; ; ) {
        const query = { prefix: settings.prefix, ...(marker && { marker }) };
        const page = await bodyText(await sendToS3(settings, { method: "GET", query }));
        const entries = Array.from(page.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry = ""]) => entry);
        yield* entries.flatMap((entry) => fileIn(entry, settings.prefix));
        const last = valueIn(entries.at(-1) ?? "", "Key");
        if (valueIn(page, "IsTruncated") !== "true" || last === undefined || last <= marker) return;
        marker = last;
      }
    },
  };
  return store;
}

async function get(settings: S3Settings, name: string, range: ByteRange | undefined, signal: AbortSignal | undefined) {
  const headers = range && range.end >= range.start ? { range: `bytes=${range.start}-${range.end}` } : {};
  const request = { method: "GET", name, headers, signal } as const;
  const response = await sendToS3(settings, request, [404]);
  if (response.statusCode !== 404 && (response.statusCode === 206) === "range" in headers) return response;
  response.resume();
  if (response.statusCode === 404) return null;
  throw unavailable(settings, request, { status: response.statusCode ?? 0, code: "ignored the range" });
}

async function withCopy<T>(bytes: AsyncIterable<Uint8Array>, work: (path: string) => Promise<T>): Promise<T> {
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const copy = path.join(incomingDir(), randomUUID());
  try {
    await pipeline(bytes, createWriteStream(copy, { flags: "wx", mode: 0o600 }));
    return await work(copy);
  } finally {
    await rm(copy, { force: true });
  }
}

function fileIn(entry: string, prefix: string): ListedFile[] {
  const key = valueIn(entry, "Key") ?? "";
  const name = key.slice(prefix.length);
  if (!key.startsWith(prefix) || !isFileName(name)) return [];
  return [{ name, size: Number(valueIn(entry, "Size")), modifiedAt: new Date(valueIn(entry, "LastModified") ?? "") }];
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the text of an element. Files' names have no characters that need more decoding. */
function valueIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

function lengthOf({ headers }: IncomingMessage): number {
  const length = Number(headers["content-length"] ?? Number.NaN);
  if (!Number.isSafeInteger(length)) throw new Error("The store didn't say how long the file is.");
  return length;
}
