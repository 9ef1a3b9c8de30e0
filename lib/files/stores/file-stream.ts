import { type FileHandle, open } from "node:fs/promises";

const CHUNK = 64 * 1024;

/**
 * Streams a local file's bytes from `start` to `end`, both included. The first read opens the file, so that an unread
 * stream keeps nothing open.
 */
export function fileStream(file: string, start: number, end: number): ReadableStream<Uint8Array> {
  let handle: FileHandle | null = null;
  let position = start;
  const close = async () => {
    const open = handle;
    handle = null;
    await open?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const left = end + 1 - position;
        if (left <= 0) return close().then(() => controller.close());
        try {
          handle ??= await open(file, "r");
          const chunk = new Uint8Array(Math.min(CHUNK, left));
          const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, position);
          if (bytesRead === 0) throw new Error("The file is shorter than expected.");
          position += bytesRead;
          controller.enqueue(chunk.subarray(0, bytesRead));
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
