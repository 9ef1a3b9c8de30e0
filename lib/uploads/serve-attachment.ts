import { stat } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import { hasCode } from "@/lib/has-code";
import { log } from "@/lib/log";
import { contentDisposition } from "@/lib/uploads/content-disposition";
import { fileStream } from "@/lib/uploads/file-stream";
import type { FoundAttachment } from "@/lib/uploads/find-attachment";
import { parseRange } from "@/lib/uploads/parse-range";
import { placeOf } from "@/lib/uploads/places";

type Request = { method: string; headers: { get: (name: string) => string | null } };

/** Answers a GET or HEAD of a file that the asker may see: whole, a range of it, or 304. Throws `not_found` when it isn't on disk. */
export async function serveAttachment(attachment: FoundAttachment, request: Request): Promise<Response> {
  const etag = `"${Buffer.from(attachment.hash).toString("base64url")}"`;
  const headers = headersOf(attachment, etag);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const place = placeOf(attachment.hash);
  const size = await sizeOf(place, attachment);
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
      "Content-Length": `${end - start + 1}`,
      ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
    },
  });
}

function headersOf({ contentType, name }: FoundAttachment, etag: string): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Content-Disposition": contentDisposition(contentType, name),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    // The browser keeps the bytes and asks whether it may still show them: a file goes with its message, and with one's membership.
    "Cache-Control": "private, no-cache",
    ETag: etag,
    "Accept-Ranges": "bytes",
  };
}

async function sizeOf(place: string, { id, hash }: FoundAttachment): Promise<number> {
  try {
    return (await stat(place)).size;
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    log.error({ attachmentId: `${id}`, hash: Buffer.from(hash).toString("hex") }, "an attachment's file is missing");
    throw new AppError("not_found", "There is nothing at this address.");
  }
}

function matches(header: string | null, etag: string): boolean {
  const given = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return given.includes(etag) || given.includes("*");
}
