import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "@/server/bench/figures/statistics";
import { Connection } from "@/server/bench/load/connection";
import { clock, type RequestsJob, type RequestsOutcome } from "@/server/bench/load/jobs";

const MOST_FAILURES = 100;

/**
 * Sends the job's requests and measures each. Resolves once all are answered. A failure is counted, and the next request sent, over a
 * new connection where the old one broke; after a hundred of them the job ends.
 */
export async function sendRequests(job: RequestsJob): Promise<RequestsOutcome> {
  const run = new Run(job);
  await Promise.all(Array.from({ length: job.connections }, () => keepAsking(job.port, run)));
  return run.outcome();
}

async function keepAsking(port: number, run: Run): Promise<void> {
  let connection = new Connection(port);
  for (;;) {
    const request = await run.next();
    if (request === null) return connection.close();
    if (connection.closed) connection = new Connection(port);
    const start = clock();
    try {
      const { status, body } = await connection.ask(request);
      if (status >= 200 && status < 300) run.success(start, clock());
      else run.failure(`${status}`, body);
    } catch (error) {
      run.failure(error instanceof Error ? error.message : String(error), "");
    }
  }
}

/** What is still to be sent, and what all connections of a job add up to. */
class Run {
  readonly #job: RequestsJob;
  // Made beforehand: making one must not cost while others are measured.
  readonly #requests: Buffer[];
  readonly #from: number;
  readonly #until: number;
  readonly #took: number[] = [];
  readonly #sentAt: number[] = [];
  readonly #failures: RequestsOutcome["failures"] = {};
  #begun = 0;
  #sent = 0;
  #failed = 0;
  #last = 0;

  constructor(job: RequestsJob) {
    this.#job = job;
    this.#requests = job.requests.map((request) => Buffer.from(request));
    this.#from = clock() + job.leadMilliseconds;
    this.#until = this.#from + job.milliseconds;
  }

  /** The next request, when it is time for it; null when the job is done. */
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

  success(start: number, end: number): void {
    this.#sent += 1;
    if (end < this.#from || end > this.#until) return;
    this.#took.push(end - start);
    this.#last = end;
  }

  failure(what: string, example: string): void {
    this.#failed += 1;
    this.#failures[what] ??= { times: 0, example: example.slice(0, 200) };
    this.#failures[what].times += 1;
  }

  outcome(): RequestsOutcome {
    const sorted = Float64Array.from(this.#took).sort();
    const end = this.#begun >= this.#job.most ? this.#last : this.#until;
    return {
      kind: "requests",
      sent: this.#sent,
      perSecond: sorted.length / ((end - this.#from) / 1000),
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      p99: percentile(sorted, 0.99),
      failures: this.#failures,
      sentAt: this.#sentAt,
    };
  }
}
