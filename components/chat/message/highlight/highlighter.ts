import type { CodeRun } from "./runs";

/** Code to highlight. */
export type Job = { code: string; language: string };

/** The worker's result: null for code that stays plain. */
export type HighlightResult = { runs: CodeRun[] | null };

/** The parts of a Worker used here. */
export type HighlightWorker = { postMessage: (job: Job) => void; terminate: () => void };

/** Starts a worker. Calls `heard` with "ready" and then each answer, and `broken` if it fails. */
export type StartWorker = (heard: (data: HighlightResult | "ready") => void, broken: () => void) => HighlightWorker;

type Entry = { job: Job; runs: readonly CodeRun[] | null; done: boolean; listeners: Set<() => void> };

/**
 * The time limit for one job, hundreds of times what usual code takes, also on a busy phone in a worker that has just
 * started. After that the worker is stopped.
 */
const JOB_MS = 1000;
/** After this many stopped jobs, all code stays plain for as long as the page lasts. */
const MOST_STOPPED = 6;
/** After this many stopped jobs in one language, only that language stays plain, so slow code affects few others. */
const MOST_STOPPED_IN_LANGUAGE = 2;
const LOAD_MS = 20_000;
/** How many unused results are kept. */
const MOST_KEPT = 100;

/**
 * Highlights code elsewhere, one job at a time, each with a time limit. A job that timed out isn't retried. `start`
 * starts a worker; `whenIdle` runs something once the page is idle.
 */
export class Highlighter {
  private readonly entries = new Map<string, Entry>();
  private worker: HighlightWorker | null = null;
  private current: Entry | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = 0;
  private readonly stoppedIn = new Map<string, number>();

  constructor(
    private readonly start: StartWorker,
    private readonly whenIdle: (run: () => void) => void,
  ) {}

  /** Returns the highlighted code; null while it isn't ready, and for code that stays plain. */
  resultOf(job: Job): readonly CodeRun[] | null {
    return this.entries.get(keyOf(job))?.runs ?? null;
  }

  /** Requests a job and calls `listener` when it ends. Call the returned function to cancel. */
  want(job: Job, listener: () => void): () => void {
    const key = keyOf(job);
    const entry = this.entries.get(key) ?? { job, runs: null, done: false, listeners: new Set() };
    // The newest request goes to the end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    // A wrapper, because two callers may pass the same function.
    const tell = () => listener();
    entry.listeners.add(tell);
    if (entry.done) listener();
    else this.next();
    return () => {
      entry.listeners.delete(tell);
      this.forget();
    };
  }

  private next(): void {
    if (this.current || this.stopped >= MOST_STOPPED) return;
    // The newest request is most likely in view.
    const entry = [...this.entries.values()].findLast((each) => this.isToDo(each));
    if (!entry) return;
    this.current = entry;
    this.whenIdle(() => (this.worker ? this.post(this.worker, entry) : this.launch(entry)));
  }

  private isToDo({ job: { language }, done, listeners }: Entry): boolean {
    return !done && listeners.size > 0 && (this.stoppedIn.get(language) ?? 0) < MOST_STOPPED_IN_LANGUAGE;
  }

  private launch(first: Entry): void {
    let ready = false;
    // A worker that can't be loaded now never will be.
    const broken = () => this.stop(ready ? 1 : MOST_STOPPED);
    this.timer = setTimeout(broken, LOAD_MS);
    try {
      const worker = this.start((data) => {
        if (data !== "ready") return this.end(data.runs);
        ready = true;
        clearTimeout(this.timer);
        this.post(worker, first);
      }, broken);
      this.worker = worker;
    } catch {
      broken();
    }
  }

  private post(worker: HighlightWorker, { job }: Entry): void {
    // Handle an answer first that arrived while the page was busy.
    this.timer = setTimeout(() => {
      this.timer = setTimeout(() => this.stop(1), 0);
    }, JOB_MS);
    worker.postMessage(job);
  }

  /** Ends a job that takes too long: its code stays plain, and the next job gets a new worker. */
  private stop(counts: number): void {
    this.worker?.terminate();
    this.worker = null;
    this.stopped += counts;
    const language = this.current?.job.language ?? "";
    this.stoppedIn.set(language, (this.stoppedIn.get(language) ?? 0) + 1);
    this.end(null);
  }

  private end(runs: readonly CodeRun[] | null): void {
    clearTimeout(this.timer);
    const entry = this.current;
    this.current = null;
    if (entry) {
      entry.runs = runs;
      entry.done = true;
      for (const listener of entry.listeners) listener();
    }
    this.forget();
    this.next();
  }

  private forget(): void {
    const unused = [...this.entries].filter(([, entry]) => entry.listeners.size === 0 && entry !== this.current);
    for (const [key] of unused.slice(0, Math.max(0, unused.length - MOST_KEPT))) this.entries.delete(key);
  }
}

function keyOf({ code, language }: Job): string {
  return `${language}\n${code}`;
}
