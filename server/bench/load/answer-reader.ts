const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** An answer's status, and its body as it came. */
export type Answer = { status: number; body: string };

/**
 * Reads one HTTP/1.1 answer after another from a connection on which there is never more than one under way. It knows no more of HTTP
 * than what the contestants send, so that it costs little beside them.
 */
export class AnswerReader {
  #pending: Buffer | null = null;

  /** Takes what has arrived. The answer that it completes, or null while more is to come. */
  read(chunk: Buffer): Answer | null {
    const bytes = this.#pending === null ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = bytes;
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd === -1) return null;
    const bodyStart = headEnd + HEAD_END.length;
    const head = bytes.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const isWhole =
      length === undefined
        ? !/\r\ntransfer-encoding: *chunked/i.test(head) || endsWithLastChunk(bytes, bodyStart)
        : bytes.length >= bodyStart + Number(length);
    if (!isWhole) return null;
    this.#pending = null;
    return { status: Number(head.slice(9, 12)), body: bytes.toString("utf8", bodyStart) };
  }
}

function endsWithLastChunk(bytes: Buffer, bodyStart: number): boolean {
  const start = bytes.length - LAST_CHUNK.length;
  return start >= bodyStart && bytes.compare(LAST_CHUNK, 0, LAST_CHUNK.length, start) === 0;
}
