import type { StreamEvent } from "@/lib/live/streams/types";
import { record } from "@/lib/process/recorder";

const encoder = new TextEncoder();

// A reader with this many unsent bytes is gone or too slow. It's disconnected, and catches up when it reconnects.
const LARGEST_BACKLOG_BYTES = 4 * 1024 * 1024;

/** A stream's response headers. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/** Carries a stream's bytes to its browser. */
export type Carrier = {
  write: (bytes: Uint8Array) => void;
  /** How many written bytes haven't been sent yet. */
  unsent: () => number;
  /** Ends it after everything written was sent. */
  end: () => void;
  /** Calls `callback` once the browser has disconnected, never synchronously. */
  onGone: (callback: () => void) => void;
};

/** One browser's open stream of Server-Sent Events; `onEnd` is called once, whichever side ends it. */
export class EventStream {
  readonly #carrier: Carrier;
  readonly #onEnd: () => void;
  #open = true;

  constructor(carrier: Carrier, onEnd: () => void) {
    this.#carrier = carrier;
    this.#onEnd = onEnd;
    carrier.onGone(() => this.#ended());
    record()?.streams(1);
  }

  /** Writes an encoded frame; ends the stream if the reader doesn't keep up. After the end it does nothing. */
  send(frame: Uint8Array): void {
    if (!this.#open) return;
    // Checked before the frame is added: one large frame doesn't mean that the reader is slow.
    if (this.#carrier.unsent() > LARGEST_BACKLOG_BYTES) this.close();
    else this.#carrier.write(frame);
  }

  /** Ends it from the server's side. */
  close(): void {
    if (!this.#open) return;
    this.#ended();
    this.#carrier.end();
  }

  #ended(): void {
    if (!this.#open) return;
    this.#open = false;
    record()?.streams(-1);
    this.#onEnd();
  }
}

/** Encodes the event as an SSE frame. The browser sends `id` back as `Last-Event-ID`. */
export function encodeFrame(event: StreamEvent, id?: string): Uint8Array {
  return encoder.encode(`${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
}

/** A named event, so that the browser's script can tell a silent connection from a dead one. */
export const PING = encoder.encode("event: ping\ndata:\n\n");

/** The start of every stream: how many milliseconds the browser waits before it reconnects. */
export const OPENING = encoder.encode("retry: 1000\n\n");

/** Returns a body for a web Response, and the carrier that writes to it. */
export function bodyCarrier(): { carrier: Carrier; body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let onCancel = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start: (opened) => {
        controller = opened;
      },
      cancel: () => {
        controller = null;
        onCancel();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const carrier: Carrier = {
    write: (bytes) => controller?.enqueue(bytes),
    unsent: () => -(controller?.desiredSize ?? 0),
    end: () => controller?.close(),
    onGone: (callback) => {
      onCancel = callback;
    },
  };
  return { carrier, body };
}
