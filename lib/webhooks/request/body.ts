import { AppError } from "@/lib/errors";
import { PAYLOAD_LIMITS } from "@/lib/webhooks/format/payload-schema";
import { invalidAt } from "@/lib/webhooks/format/problem";

/** A request's body: it counts what comes, is read once, and knows what of it is the payload. */
export class RequestBody {
  readonly #headers: (name: string) => string | null;
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #atOnce: (() => Uint8Array | Promise<Uint8Array> | null) | undefined;
  #size = 0;
  #payload: string | Uint8Array | null = null;
  #whole: Uint8Array | null = null;

  constructor(
    headers: (name: string) => string | null,
    source: AsyncIterable<Uint8Array>,
    atOnce?: () => Uint8Array | Promise<Uint8Array> | null,
  ) {
    this.#headers = headers;
    this.#chunks = this.#count(source);
    this.#atOnce = atOnce;
  }

  /** How many bytes have come. */
  get size(): number {
    return this.#size;
  }

  /** What of the body is the payload, as far as that is known; null before anything was read as a whole. */
  get payload(): string | Uint8Array | null {
    return this.#payload;
  }

  /** The bytes as they come, to be read by one reader. */
  stream(): AsyncIterable<Uint8Array> {
    return this.#chunks;
  }

  /** The whole body, the same whenever it is asked for. Throws `too_large` as soon as its Content-Length, or what has come of it, is over `limit` bytes. */
  async read(limit: number = PAYLOAD_LIMITS.bodyBytes): Promise<Uint8Array> {
    this.#whole ??= await this.#readWhole(limit);
    this.#payload ??= this.#whole;
    return this.#whole;
  }

  async #readWhole(limit: number): Promise<Uint8Array> {
    const tooLarge = () => new AppError("too_large", `The body can have at most ${limit / 1024} KiB.`);
    const announced = this.#headers("content-length");
    if (Number(announced ?? 0) > limit) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      // Only what says how long it is can be no longer than that.
      const whole = announced === null ? null : await this.#atOnce?.();
      if (whole) {
        this.#size = whole.byteLength;
        return whole;
      }
      for await (const chunk of this.#chunks) {
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

  /** Notes that the payload is this text: what the body reads, or a field of it. */
  setPayload(payload: string): void {
    this.#payload = payload;
  }

  async *#count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.#size += chunk.byteLength;
      yield chunk;
    }
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text. Throws AppError `invalid` for bytes that aren't UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError("invalid", "The body must be UTF-8 text.");
  }
}

/** The value of JSON text. Throws what `refusal` makes for text that isn't JSON. */
export function parseJson(text: string, refusal: () => AppError = () => invalidAt([], "must be JSON")): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal();
  }
}

/**
 * The value of JSON text, in which a number that JavaScript would round, such as an id of 19 digits, is the text of its digits. Throws
 * SyntaxError.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!LONG_NUMBER.test(text)) return value;
  // What has been parsed once is JSON, so a quotation mark or a digit begins a whole string or number.
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (isRounded(token) ? `"${token}"` : token)));
}

const LONG_NUMBER = /\d{16}/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function isRounded(token: string): boolean {
  return /^-?\d{16,}(\.\d+)?$/.test(token) && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER;
}
