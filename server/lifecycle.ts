import { env } from "@/lib/env";

const DEADLINE_MILLISECONDS = 9_500;
// npm passes Ctrl-C on to a process that got it from the terminal already: that is one signal, not two.
const SAME_SIGNAL_MILLISECONDS = 1_000;

type Step = () => void | Promise<void>;

/** What must be undone at the end, in reverse order, and the one end to which every signal and failure leads. */
export class Lifecycle {
  readonly #steps: Step[] = [];
  readonly #forced: (() => void)[] = [];
  #stoppingSince: number | null = null;

  /** Has `step` run at the end; `force` is what must be done at once when there is no time left for it. */
  defer(step: Step, force?: () => void): void {
    this.#steps.push(step);
    if (force) this.#forced.push(force);
  }

  /** Throws once the end has begun, so that a start in progress goes no further. */
  check(): void {
    if (this.#stoppingSince !== null) throw new Error("Parley is stopping.");
  }

  get stopping(): boolean {
    return this.#stoppingSince !== null;
  }

  /** Stops at SIGINT, SIGTERM and SIGHUP; a second one, later than npm's echo of the first, ends the process at once. */
  handleSignals(onStop: () => void): void {
    const stop = () => {
      const since = this.#stoppingSince;
      if (since === null) {
        onStop();
        void this.end(0);
      } else if (Date.now() - since > SAME_SIGNAL_MILLISECONDS) this.#force();
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
    if (process.env.npm_lifecycle_event !== undefined) this.#watchNpm(stop);
  }

  /** npm passes SIGINT and SIGTERM on. Of a SIGHUP or SIGKILL for npm alone we hear nothing but that our parent is gone. */
  #watchNpm(stop: () => void): void {
    const npm = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(timer);
      stop();
    }, 500);
    timer.unref();
  }

  /** Undoes everything and exits with `code`, by force when that takes too long. */
  async end(code: number): Promise<void> {
    if (this.#stoppingSince !== null) return;
    this.#stoppingSince = Date.now();
    setTimeout(() => this.#force(), DEADLINE_MILLISECONDS).unref();
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        // A step may fail because its part never started; the other steps must run all the same.
        if (env.logLevel === "debug") console.error(error);
      }
    }
    process.exit(code);
  }

  #force(): void {
    for (const force of this.#forced) force();
    process.exit(1);
  }
}
