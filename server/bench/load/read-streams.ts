import { connect } from "node:net";
import { clock, type StreamsJob, type StreamsReport, type StreamTimes } from "@/server/bench/load/jobs";

const OPEN_MILLISECONDS = 30_000;
// Only in `content`: the text appears a second time in the message's parsed Markdown.
const BEFORE_MARK = '"content":"bench-';
const MARK_DIGITS = 6;
// All sockets read into this one, because a reader that costs more than a frame's writing would be what is measured.
const READ = Buffer.alloc(64 * 1024);

/** Returns the mark that a post's text starts with, by which readers recognize it. */
export function markOf(number: number): string {
  return `bench-${String(number).padStart(MARK_DIGITS, "0")}`;
}

/** Open event streams, and when each marked post arrived on them. */
export class Streams {
  readonly #job: StreamsJob;
  readonly #close: (() => void)[] = [];
  /** By post: how many streams have received it, and when it last arrived. */
  readonly #arrivals: { times: number; lastAt: number | null }[];
  readonly #took: number[] = [];
  #doubled = 0;
  #ended = 0;

  private constructor(job: StreamsJob) {
    this.#job = job;
    this.#arrivals = Array.from({ length: job.posts }, () => ({ times: 0, lastAt: null }));
  }

  /** Opens a stream for each of the job's requests. Throws if one doesn't become ready within 30 seconds. */
  static async open(job: StreamsJob): Promise<Streams> {
    const streams = new Streams(job);
    const waiting = [...job.requests];
    const openNext = async (): Promise<void> => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) await streams.#open(request);
    };
    await Promise.all(Array.from({ length: job.atOnce }, openNext));
    return streams;
  }

  opened(): StreamTimes {
    return { kind: "streams-opened", tookMilliseconds: this.#took };
  }

  /** Returns what has arrived so far. */
  report(): StreamsReport {
    const streams = this.#job.requests.length;
    const missing = this.#arrivals.reduce((sum, { times }) => sum + streams - times, 0);
    return {
      kind: "streams-report",
      lastAt: this.#arrivals.map(({ lastAt }) => lastAt),
      missing,
      doubled: this.#doubled,
      ended: this.#ended,
    };
  }

  close(): void {
    for (const close of this.#close) close();
  }

  #open(request: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const had = new Uint8Array(this.#job.posts);
      let rest = "";
      let isReady = false;
      const start = clock();
      const deadline = setTimeout(() => socket.destroy(new Error("an event stream didn't open")), OPEN_MILLISECONDS);
      const read = (text: string) => {
        let from = 0;
        for (let at = text.indexOf(BEFORE_MARK); at !== -1; at = text.indexOf(BEFORE_MARK, from)) {
          from = at + BEFORE_MARK.length + MARK_DIGITS;
          if (from <= text.length) this.#arrived(had, Number(text.slice(from - MARK_DIGITS, from)));
        }
        // One character less than a mark, so that a split mark is found and a whole one isn't counted twice.
        rest = text.slice(1 - BEFORE_MARK.length - MARK_DIGITS);
        if (isReady || !text.includes('"type":"ready"')) return;
        isReady = true;
        this.#took.push(clock() - start);
        clearTimeout(deadline);
        resolve();
      };
      const onread = {
        buffer: READ,
        callback: (length: number) => {
          read(rest + READ.toString("latin1", 0, length));
          return true;
        },
      };
      const socket = connect({ port: this.#job.port, host: "127.0.0.1", noDelay: true, onread });
      socket.write(request);
      socket.on("error", reject);
      socket.on("close", () => {
        clearTimeout(deadline);
        this.#ended += 1;
        reject(new Error("an event stream was refused"));
      });
      this.#close.push(() => socket.destroy());
    });
  }

  #arrived(had: Uint8Array, number: number): void {
    const arrival = this.#arrivals[number];
    if (arrival === undefined) return;
    if (had[number] === 1) {
      this.#doubled += 1;
      return;
    }
    had[number] = 1;
    arrival.times += 1;
    arrival.lastAt = clock();
  }
}
