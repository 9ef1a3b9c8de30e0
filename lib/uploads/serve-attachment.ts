import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError, hasCode } from "@/lib/errors";
import { fileStream, SAFE_HEADERS } from "@/lib/images/serve-image";
import { type Requester, SHOWN_TYPE, type ShownSize, shrinkImage, UnshowableImage } from "@/lib/images/shrink";
import { log } from "@/lib/log";
import { onceForAll } from "@/lib/once-for-all";
import { IMAGE_TYPES } from "@/lib/uploads/dto";
import { filePathOf, incomingDir, shownFilePathOf } from "@/lib/uploads/file-paths";
import type { FoundAttachment } from "@/lib/uploads/queries";

type Request = { method: string; headers: { get: (name: string) => string | null }; signal?: AbortSignal };

/**
 * Responds to a GET or HEAD with a file as a download: all of it, a range, or 304. Throws `not_found` if it isn't on
 * disk.
 */
export async function serveAttachment(attachment: FoundAttachment, request: Request): Promise<Response> {
  const { contentType, name } = attachment;
  const etag = `"${hashOf(attachment)}"`;
  const headers = headersOf(contentType, contentDisposition("attachment", name), etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const file = filePathOf(attachment.hash);
  const size = await orMissing(attachment, sizeOf(file));
  const sameFile = [null, etag].includes(request.headers.get("if-range"));
  const range = sameFile ? parseRange(request.headers.get("range"), size) : null;
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const body = request.method === "HEAD" ? null : fileStream(file, start, end);
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      "Accept-Ranges": "bytes",
      "Content-Length": `${end - start + 1}`,
      ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    },
  });
}

/**
 * Responds to a GET or HEAD with an image in the size shown, without camera metadata. Throws `not_found` if it isn't on
 * disk or can't be shown, and like `shrinkImage`.
 */
export async function serveShown(attachment: FoundAttachment, size: ShownSize, request: Request): Promise<Response> {
  if (!IMAGE_TYPES.has(attachment.contentType)) throw notAnImage();
  const etag = `"${hashOf(attachment)}.${size}"`;
  const name = `${attachment.name.replace(/\.\w{1,16}$/, "")}.webp`;
  const headers = headersOf(SHOWN_TYPE, contentDisposition("inline", name), etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const { by, hash } = attachment;
  const file = await orMissing(attachment, shownFile(hash, size, { by, signal: request.signal }));
  const bytes = await orMissing(attachment, sizeOf(file));
  if (bytes === 0) throw notAnImage();
  const body = request.method === "HEAD" ? null : fileStream(file, 0, bytes - 1);
  return new Response(body, { headers: { ...headers, "Content-Length": `${bytes}` } });
}

function headersOf(contentType: string, disposition: string, etag: string): Record<string, string> {
  return {
    ...SAFE_HEADERS,
    "Content-Type": contentType,
    "Content-Disposition": disposition,
    // The browser caches the bytes but asks each time: the message may be deleted, or the person no longer a member.
    "Cache-Control": "private, no-cache",
    ETag: etag,
  };
}

function hashOf({ hash }: FoundAttachment): string {
  return Buffer.from(hash).toString("base64url");
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

async function orMissing<T>({ id, hash }: FoundAttachment, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    log.error({ attachmentId: `${id}`, hash: Buffer.from(hash).toString("hex") }, "an attachment's file is missing");
    throw new AppError("not_found", "This doesn't exist, or you don't have access to it.");
  }
}

function notAnImage(): AppError {
  return new AppError("not_found", "This file can't be shown as an image. Download it instead.");
}

function matches(header: string | null, etag: string): boolean {
  const given = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return given.includes(etag) || given.includes("*");
}

/** Returns the header for saving or displaying a file under this name, as in RFC 6266. */
export function contentDisposition(disposition: "attachment" | "inline", name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*!]/g, percent);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The requested bytes of a file, both ends included. */
type ByteRange = { start: number; end: number };

/**
 * Parses a Range header for a file of `size` bytes. Returns one range, cut to the file; null for the whole file, or for
 * headers that aren't supported (several ranges, other units); "unsatisfiable" if it's outside the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(first) > Number(last)) return null;
  return start > end ? "unsatisfiable" : { start, end };
}

/**
 * Returns the path of an image in this size. It's made on first request, once for all who ask, and kept next to the
 * file; an empty file marks one that can't be shown. Throws file system errors (ENOENT if there's no such file), and
 * `unavailable` like `shrinkImage`.
 */
async function shownFile(hash: Uint8Array, size: ShownSize, { by, signal }: Requester): Promise<string> {
  const shown = shownFilePathOf(hash, size);
  if (await exists(shown)) return shown;
  // Separate per poster, so that no one's image waits in another's line.
  return onceForAll("shown-files", `${by} ${shown}`, signal, (sharedSignal) =>
    make(hash, size, { by, signal: sharedSignal }),
  );
}

async function make(hash: Uint8Array, size: ShownSize, requester: Requester): Promise<string> {
  const shown = shownFilePathOf(hash, size);
  const original = filePathOf(hash);
  const image = await shrinkImage(original, size, requester).catch((error: unknown) => {
    if (!(error instanceof UnshowableImage)) throw error;
    log.debug({ err: error, hash: Buffer.from(hash).toString("hex") }, "couldn't make an attachment's preview");
    return new Uint8Array();
  });
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  await writeFile(temporary, image, { flag: "wx", mode: 0o600 });
  await rename(temporary, shown);
  // If the sweep has deleted the original meanwhile, its preview must go as well.
  if (!(await exists(original))) await rm(shown, { force: true });
  return shown;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, "ENOENT")) return false;
      throw error;
    },
  );
}
