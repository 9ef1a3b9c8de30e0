import type { StreamEvent } from "@/lib/streams/types";

const encoder = new TextEncoder();

// A reader with this much unsent is gone or too slow. It is disconnected, and catches up when it connects again.
const LARGEST_BACKLOG_BYTES = 4 * 1024 * 1024;

/** One browser's open stream of Server-Sent Events. */
export type EventStream = {
  body: ReadableStream<Uint8Array>;
  /** Writes an encoded frame; ends the stream if the reader doesn't keep up. After the end it does nothing. */
  send: (frame: Uint8Array) => void;
  close: () => void;
};

/** The event as bytes of an SSE frame; `id` is what the browser sends back as `Last-Event-ID`. */
export function encodeFrame(event: StreamEvent, id?: string): Uint8Array {
  return encoder.encode(`${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
}

/** A named event, so that the browser's script can tell a silent connection from a dead one. */
export const PING = encoder.encode("event: ping\ndata:\n\n");

const OPENING = encoder.encode("retry: 1000\n\n");

/** Opens a stream; `onEnd` is called once, whoever ends it. */
export function openEventStream(onEnd: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const end = () => {
    if (!controller) return;
    controller = null;
    onEnd();
  };
  const close = () => {
    const open = controller;
    end();
    open?.close();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (opened) => {
        controller = opened;
        opened.enqueue(OPENING);
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  const send = (frame: Uint8Array) => {
    if (!controller) return;
    // Checked before the frame is added: one large frame doesn't mean that the reader is slow.
    if ((controller.desiredSize ?? 0) < -LARGEST_BACKLOG_BYTES) close();
    else controller.enqueue(frame);
  };
  return { body, send, close };
}
