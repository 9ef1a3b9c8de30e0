import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { drawPdf } from "@/lib/files/images/draw-pdf";
import { SAFE_HEADERS } from "@/lib/files/images/serve-image";
import { SHOWN_TYPE, type ShownSize, shrinkImage, UnshowableImage } from "@/lib/files/images/shrink";
import { incomingDir } from "@/lib/files/stores/disk-store";
import type { ByteRange } from "@/lib/files/stores/file-store";
import { fileStore } from "@/lib/files/stores/stores";
import { IMAGE_TYPES, PDF_TYPE } from "@/lib/files/uploads/dto";
import { fileNameOf, shownNameOf } from "@/lib/files/uploads/file-paths";
import type { Requester } from "@/lib/process/in-turn";
import { log, noticeFullDisk } from "@/lib/process/log";
import { onceForAll } from "@/lib/process/once-for-all";
import { AppError, noSuchThing } from "@/lib/text/errors";

/** A message's file that the user may read. `by` is the id of the person or webhook whose message it is. */
export type FoundAttachment = {
  id: bigint;
  hash: Uint8Array;
  name: string;
  size: number;
  contentType: string;
  by: bigint;
};

type Request = { method: string; headers: { get: (name: string) => string | null }; signal?: AbortSignal };

/**
 * Responds to a GET or HEAD with a file as a download: all of it, a range, or 304. Throws `not_found` if it's missing,
 * and like `FileStore`.
 */
export async function serveAttachment(attachment: FoundAttachment, request: Request): Promise<Response> {
  const { contentType, name, size } = attachment;
  const etag = `"${hashOf(attachment)}"`;
  const headers = headersOf(contentType, contentDisposition("attachment", name), etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const sameFile = [null, etag].includes(request.headers.get("if-range"));
  const range = sameFile ? parseRange(request.headers.get("range"), size) : null;
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  const body = await bodyOf(fileNameOf(attachment.hash), request, range ?? undefined);
  if (body === null) throw missing(attachment);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return new Response(body.stream, {
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
 * Responds to a GET or HEAD with an image in the size shown, without camera metadata, or with a PDF's first page. Throws
 * `not_found` if it's missing or can't be shown, and like `shrinkImage`, `drawPdf` and `FileStore`.
 */
export async function serveShown(attachment: FoundAttachment, size: ShownSize, request: Request): Promise<Response> {
  if (attachment.contentType !== PDF_TYPE && !IMAGE_TYPES.has(attachment.contentType)) throw notAnImage();
  const etag = `"${hashOf(attachment)}.${size}"`;
  const name = `${attachment.name.replace(/\.\w{1,16}$/, "")}.webp`;
  const headers = headersOf(SHOWN_TYPE, contentDisposition("inline", name), etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const { by, hash } = attachment;
  const shown = shownNameOf(hash, size);
  let body = await bodyOf(shown, request);
  if (body === null) {
    const made = await makeShown(attachment, size, { by, signal: request.signal });
    if (made !== null) body = (await bodyOf(shown, request)) ?? unkept(made, request);
  }
  if (body === null) throw missing(attachment);
  if (body.size === 0) throw notAnImage();
  return new Response(body.stream, { headers: { ...headers, "Content-Length": `${body.size}` } });
}

/** Returns what the request gets of a file and its size, or null if it's missing. The stream of a HEAD is null. */
async function bodyOf(name: string, { method, signal }: Request, range?: ByteRange) {
  if (method === "HEAD") {
    const size = await fileStore().sizeOf(name);
    return size === null ? null : { size, stream: null };
  }
  const file = await fileStore().read(name, { range, signal });
  return file && { size: file.size, stream: file.body };
}

/** Returns an image that couldn't be stored. */
function unkept(image: Uint8Array, { method }: Request) {
  return { size: image.byteLength, stream: method === "HEAD" ? null : new Blob([new Uint8Array(image)]).stream() };
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

function missing({ id, hash }: FoundAttachment): AppError {
  log.error({ attachmentId: `${id}`, hash: Buffer.from(hash).toString("hex") }, "an attachment's file is missing");
  return noSuchThing();
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
  // Clients disagree on what an escaped backslash or a percent sign means, but not on a quote.
  const plain = name.replace(/[^ -~]|[\\%]/gu, "_").replaceAll('"', String.raw`\"`);
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*!]/g, percent);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

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
 * Makes an image in this size, once for all who ask, and stores it with the file if there is room; an empty one means that
 * it can't be shown. Returns null if the file is missing. Throws `unavailable` like `shrinkImage`, `drawPdf` and `FileStore`.
 */
function makeShown(
  { hash, contentType }: FoundAttachment,
  size: ShownSize,
  { by, signal }: Requester,
): Promise<Uint8Array | null> {
  const make = contentType === PDF_TYPE ? drawPdf : shrinkImage;
  // Separate per poster, so that no one's image waits in another's line.
  return onceForAll("shown-files", `${by} ${shownNameOf(hash, size)}`, signal, async (sharedSignal) => {
    const requester = { by, signal: sharedSignal };
    const image = await fileStore().onDisk(fileNameOf(hash), requester, (file) =>
      make(file, size, requester).catch(emptyIfUnshowable),
    );
    if (image === null) return null;
    await keep(shownNameOf(hash, size), image).catch((error: unknown) => {
      if (!noticeFullDisk(error)) throw error;
    });
    // If the original was deleted meanwhile, its versions must go as well.
    if ((await fileStore().sizeOf(fileNameOf(hash))) !== null) return image;
    await fileStore().remove(shownNameOf(hash, size));
    return null;
  });
}

function emptyIfUnshowable(error: unknown): Uint8Array {
  if (!(error instanceof UnshowableImage)) throw error;
  log.debug({ err: error }, "couldn't make an attachment's preview");
  return new Uint8Array();
}

async function keep(name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(incomingDir(), { recursive: true, mode: 0o700 });
  const temporary = path.join(incomingDir(), randomUUID());
  try {
    await writeFile(temporary, bytes, { flag: "wx", mode: 0o600 });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await fileStore().put(name, { path: temporary, size: bytes.byteLength, sha256 });
  } finally {
    await rm(temporary, { force: true });
  }
}
