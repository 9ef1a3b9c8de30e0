import type { Run } from "./runs";

/** Code to be coloured. */
export type Job = { code: string; language: string };

/** What the worker makes of a job: null for code that stays plain. */
export type Answer = { runs: Run[] | null };

/** What is needed of a Worker. */
export type HighlightWorker = { postMessage: (job: Job) => void; terminate: () => void };

/** Makes a worker. `heard` is told when it is "ready", and then each answer; `broken` that it failed. */
export type StartWorker = (heard: (data: Answer | "ready") => void, broken: () => void) => HighlightWorker;

type Entry = { job: Job; runs: readonly Run[] | null; done: boolean; listeners: Set<() => void> };

/** What one job may take, after which the worker is stopped: hundreds of times what ordinary code takes. */
const JOB_MS = 200;
/** After so many jobs that had to be stopped, all code stays plain for as long as the page lasts. */
const MOST_STOPPED = 6;
/** After so many in one language, that of this language: whoever writes slow code takes the colours from few others. */
const MOST_STOPPED_IN_LANGUAGE = 2;
const LOAD_MS = 20_000;
/** How many results are kept that nobody shows at the moment. */
const MOST_KEPT = 100;

/**
 * Has code coloured elsewhere, one job after the other, each within its time. What took too long isn't tried again.
 * `start` makes a worker, `whenIdle` runs something once the page has time for it.
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

  /** The coloured code; null while it isn't there, and for code that stays plain. */
  resultOf(job: Job): readonly Run[] | null {
    return this.entries.get(keyOf(job))?.runs ?? null;
  }

  /** Asks for a job, and calls `listener` when it has ended, until the returned function is called. */
  want(job: Job, listener: () => void): () => void {
    const key = keyOf(job);
    const entry = this.entries.get(key) ?? { job, runs: null, done: false, listeners: new Set() };
    // The newest request goes to the end.
    this.entries.delete(key);
    this.entries.set(key, entry);
    // Two may ask with the same function.
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
    // The newest request is most likely what is in view.
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
    // One that can't even be loaded never will be.
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
    // An answer that came while the page was busy is heard first.
    this.timer = setTimeout(() => {
      this.timer = setTimeout(() => this.stop(1), 0);
    }, JOB_MS);
    worker.postMessage(job);
  }

  /** The current job doesn't end by itself: it ends plain, and the next one gets a worker of its own. */
  private stop(counts: number): void {
    this.worker?.terminate();
    this.worker = null;
    this.stopped += counts;
    const language = this.current?.job.language ?? "";
    this.stoppedIn.set(language, (this.stoppedIn.get(language) ?? 0) + 1);
    this.end(null);
  }

  private end(runs: readonly Run[] | null): void {
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
