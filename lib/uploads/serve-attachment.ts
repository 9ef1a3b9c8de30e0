import { stat } from "node:fs/promises";
import { AppError, hasCode } from "@/lib/errors";
import { fileStream, SAFE_HEADERS } from "@/lib/images/serve-image";
import { SHOWN_TYPE, type ShownSize } from "@/lib/images/shrink";
import { log } from "@/lib/log";
import { contentDisposition } from "@/lib/uploads/content-disposition";
import { IMAGE_TYPES } from "@/lib/uploads/dto";
import type { FoundAttachment } from "@/lib/uploads/find-attachment";
import { parseRange } from "@/lib/uploads/parse-range";
import { placeOf } from "@/lib/uploads/places";
import { shownFile } from "@/lib/uploads/shown-file";

type Request = { method: string; headers: { get: (name: string) => string | null }; signal?: AbortSignal };

/**
 * Answers a GET or HEAD of a file that the asker may see, as it was sent and to be saved: whole, a range of it, or 304. Throws
 * `not_found` when it isn't on disk.
 */
export async function serveAttachment(attachment: FoundAttachment, request: Request): Promise<Response> {
  const { contentType, name } = attachment;
  const etag = `"${hashOf(attachment)}"`;
  const headers = headersOf(contentType, contentDisposition("attachment", name), etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const place = placeOf(attachment.hash);
  const size = await orMissing(attachment, sizeOf(place));
  const sameFile = [null, etag].includes(request.headers.get("if-range"));
  const range = sameFile ? parseRange(request.headers.get("range"), size) : null;
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const body = request.method === "HEAD" ? null : fileStream(place, start, end);
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
 * Answers a GET or HEAD of an image as it is shown, without what a camera wrote into it. Throws `not_found` when it isn't on disk, or
 * can't be shown, and as `shrinkImage` does.
 */
export async function serveShown(attachment: FoundAttachment, size: ShownSize, request: Request): Promise<Response> {
  if (!IMAGE_TYPES.has(attachment.contentType)) throw noPicture();
  const etag = `"${hashOf(attachment)}.${size}"`;
  const name = `${attachment.name.replace(/\.\w{1,16}$/, "")}.webp`;
  const headers = headersOf(SHOWN_TYPE, contentDisposition("inline", name), etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const { by, hash } = attachment;
  const place = await orMissing(attachment, shownFile(hash, size, { by, signal: request.signal }));
  const bytes = await orMissing(attachment, sizeOf(place));
  if (bytes === 0) throw noPicture();
  const body = request.method === "HEAD" ? null : fileStream(place, 0, bytes - 1);
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

async function sizeOf(place: string): Promise<number> {
  return (await stat(place)).size;
}

async function orMissing<T>({ id, hash }: FoundAttachment, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    log.error({ attachmentId: `${id}`, hash: Buffer.from(hash).toString("hex") }, "an attachment's file is missing");
    throw new AppError("not_found", "There is nothing at this address.");
  }
}

function noPicture(): AppError {
  return new AppError("not_found", "This file can't be shown as a picture. Download it instead.");
}

function matches(header: string | null, etag: string): boolean {
  const given = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return given.includes(etag) || given.includes("*");
}
