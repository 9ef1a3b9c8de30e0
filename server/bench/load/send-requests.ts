import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "@/server/bench/load/figures";
import { clock, type RequestsJob, type RequestsOutcome, type SlowRequest } from "@/server/bench/load/jobs";

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** An answer's status, and its body as received. */
export type HttpAnswer = { status: number; body: string };

/**
 * Reads HTTP/1.1 answers from a connection that carries one at a time. To stay cheap, it supports only what the
 * contestants send.
 */
export class AnswerReader {
  #pending: Buffer | null = null;

  /** Takes the next bytes. Returns the answer that they complete, or null if it's still incomplete. */
  read(chunk: Buffer): HttpAnswer | null {
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

/** How long an answer may take before it counts as a failure. */
const PATIENCE_MILLISECONDS = 10_000;

type WaitingRequest = { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void };

/** A kept-alive HTTP connection to this machine. It's a plain socket, because Node's HTTP client costs as much as a server. */
class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader();
  #asked: WaitingRequest | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setTimeout(PATIENCE_MILLISECONDS, () => this.#socket.destroy(new Error("no answer")));
    this.#socket.on("data", (chunk) => {
      const answer = this.#reader.read(chunk);
      if (answer === null) return;
      this.#asked?.resolve(answer);
      this.#asked = null;
    });
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("closed before it answered")));
  }

  /** Its port on this side, by which the server knows it. */
  get port(): number {
    return this.#socket.localPort ?? 0;
  }

  /** Whether it can't be used anymore. */
  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** Sends a request; call it only after the one before is answered. Throws if the connection closes or is idle for 10 s. */
  ask(request: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#asked?.reject(error);
    this.#asked = null;
  }
}

const MOST_FAILURES = 100;
const SLOWEST_SHARE = 0.01;
const REFUSED = 429;

/**
 * Sends the job's requests, measures each and resolves when all are answered. Failures are counted, and a broken
 * connection is replaced. After 100 failures the job ends.
 */
export async function sendRequests(job: RequestsJob): Promise<RequestsOutcome> {
  const run = new RequestsRun(job);
  await Promise.all(Array.from({ length: job.connections }, () => keepAsking(job.port, run)));
  return run.outcome();
}

async function keepAsking(port: number, run: RequestsRun): Promise<void> {
  let connection = new Connection(port);
  for (;;) {
    const request = await run.next();
    if (request === null) return connection.close();
    if (connection.closed) connection = new Connection(port);
    const start = clock();
    try {
      const { status, body } = await connection.ask(request);
      if (run.isAnswer(status)) run.success({ port: connection.port, sentAt: start, answeredAt: clock() }, status);
      else run.failure(`${status}`, body);
    } catch (error) {
      run.failure(error instanceof Error ? error.message : String(error), "");
    }
  }
}

/** The state of a job, shared by its connections: the requests left to send, and the results so far. */
class RequestsRun {
  readonly #job: RequestsJob;
  // Created beforehand, so that creating them isn't measured.
  readonly #requests: Buffer[];
  readonly #from: number;
  readonly #until: number;
  readonly #answered: SlowRequest[] = [];
  readonly #sentAt: number[] = [];
  readonly #failures: RequestsOutcome["failures"] = {};
  #begun = 0;
  #sent = 0;
  #failed = 0;
  #refused = 0;
  #last = 0;

  constructor(job: RequestsJob) {
    this.#job = job;
    this.#requests = job.requests.map((request) => Buffer.from(request));
    this.#from = clock() + job.leadMilliseconds;
    this.#until = this.#from + job.milliseconds;
  }

  /** Resolves with the next request when it's due, or with null when the job is done. */
  async next(): Promise<Buffer | null> {
    const { most, perSecond, leadMilliseconds } = this.#job;
    if (clock() >= this.#until || this.#begun >= most || this.#failed >= MOST_FAILURES) return null;
    const number = this.#begun;
    this.#begun += 1;
    if (perSecond !== null) {
      const wait = this.#from - leadMilliseconds + (number * 1000) / perSecond - clock();
      if (wait > 0) await delay(wait);
      this.#sentAt[number] = clock();
    }
    return this.#requests[number % this.#requests.length] ?? null;
  }

  isAnswer(status: number): boolean {
    return (status >= 200 && status < 300) || (status === REFUSED && this.#job.mayBeRefused === true);
  }

  success(request: SlowRequest, status: number): void {
    this.#sent += 1;
    if (status === REFUSED) this.#refused += 1;
    const { answeredAt } = request;
    if (answeredAt < this.#from || answeredAt > this.#until) return;
    this.#answered.push(request);
    this.#last = answeredAt;
  }

  failure(what: string, example: string): void {
    this.#failed += 1;
    this.#failures[what] ??= { times: 0, example: example.slice(0, 200) };
    this.#failures[what].times += 1;
  }

  outcome(): RequestsOutcome {
    const took = ({ sentAt, answeredAt }: SlowRequest) => answeredAt - sentAt;
    const slowestLast = this.#answered.sort((a, b) => took(a) - took(b));
    const sorted = slowestLast.map(took);
    const end = this.#begun >= this.#job.most ? this.#last : this.#until;
    return {
      kind: "requests",
      sent: this.#sent,
      perSecond: sorted.length / ((end - this.#from) / 1000),
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      p99: percentile(sorted, 0.99),
      refused: this.#refused,
      failures: this.#failures,
      slowest: slowestLast.slice(-Math.ceil(sorted.length * SLOWEST_SHARE) || sorted.length),
      sentAt: this.#sentAt,
    };
  }
}
