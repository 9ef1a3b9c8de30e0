import { AppError } from "@/lib/errors";

/** The whole body. Throws `too_large` as soon as its Content-Length, or what has come of it, is over `limit` bytes. */
export async function readBody(
  request: { headers: (name: string) => string | null; body: AsyncIterable<Uint8Array> },
  limit: number,
): Promise<Uint8Array> {
  const tooLarge = () => new AppError("too_large", `The body can have at most ${limit / 1024} KiB.`);
  if (Number(request.headers("content-length") ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", "The body ended before it was complete.");
  }
  return Buffer.concat(chunks);
}
