import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { AppError, isAppError } from "@/lib/errors";
import { FormReader, type MultipartForm, type MultipartLimits, notAForm } from "@/lib/uploads/form-reader";
import { limitText } from "@/lib/uploads/limit-text";

type Request = { headers: (name: string) => string | null; body: AsyncIterable<Uint8Array> };

// So that one turn of the parser stays short, however many parts there are in what came at once.
const SLICE = 8 * 1024;
const HEADER_BYTES = 16 * 1024;

/**
 * Reads a multipart/form-data body, storing its files as they come; the caller calls `removeTemporary` for them in the end. Throws
 * `too_large` or `invalid`, reads no more of the body then, and leaves nothing behind.
 */
export async function readMultipart(request: Request, limits: MultipartLimits): Promise<MultipartForm> {
  if (Number(request.headers("content-length") ?? 0) > limits.totalBytes) throw tooLarge(limits);
  const form = new FormReader(makeParser(request.headers("content-type") ?? "", limits), limits);
  try {
    for await (const slice of slicesOf(request.body, limits)) await form.write(slice);
    return await form.end();
  } catch (error) {
    await form.abandon(error);
    throw error;
  }
}

function makeParser(contentType: string, { files, fields }: MultipartLimits): BusboyInstance {
  // The longest boundary that RFC 2046 allows; a longer one would also make the search for it slow.
  if (!/^multipart\/form-data\s*;.*\bboundary="?[^";]{1,70}("|;|$)/i.test(contentType)) {
    throw notAForm("The Content-Type must be multipart/form-data with a boundary of at most 70 characters.");
  }
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: () => true,
      limits: { parts: files + fields, headerPairs: 32, headerSize: HEADER_BYTES },
    });
  } catch {
    throw notAForm("The Content-Type must be multipart/form-data with a boundary.");
  }
}

async function* slicesOf(body: AsyncIterable<Uint8Array>, limits: MultipartLimits): AsyncGenerator<Uint8Array> {
  const bytes = body[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await bytes.next().catch((error: unknown) => {
        if (isAppError(error)) throw error;
        throw notAForm("The body ended before it was complete.");
      });
      if (done) return;
      size += value.byteLength;
      if (size > limits.totalBytes) throw tooLarge(limits);
      for (let i = 0; i < value.byteLength; i += SLICE) yield value.subarray(i, i + SLICE);
    }
  } finally {
    await bytes.return?.().catch(() => undefined);
  }
}

function tooLarge({ totalBytes }: MultipartLimits): AppError {
  return new AppError("too_large", `The body can have at most ${limitText(totalBytes)}.`);
}
