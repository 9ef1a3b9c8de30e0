import { constants } from "node:os";
import { env } from "@/lib/process/env";

const DEADLINE_MILLISECONDS = 9_500;
// npm forwards a Ctrl-C that the process already got from the terminal: that's one signal, not two.
const SAME_SIGNAL_MILLISECONDS = 1_000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

type Step = () => void | Promise<void>;

/** Everything to undo at the end, in reverse order. Every signal and failure ends the process through this. */
export class Lifecycle {
  readonly #steps: Step[] = [];
  readonly #forced: (() => void)[] = [];
  #stoppingSince: number | null = null;

  /** Runs `step` at the end; `force` is its quick version for when there is no time left. */
  defer(step: Step, force?: () => void): void {
    this.#steps.push(step);
    if (force) this.#forced.push(force);
  }

  /** Throws once stopping has begun, so that a start under way goes no further. */
  check(): void {
    if (this.#stoppingSince !== null) throw new Error("Parley is stopping.");
  }

  get stopping(): boolean {
    return this.#stoppingSince !== null;
  }

  /**
   * Stops at SIGINT, SIGTERM and SIGHUP; a second one, later than npm's echo of the first, ends the process at once. A
   * server runs until then and has ended well. A command is interrupted, and exits with 128 and the signal's number, as
   * shells have it.
   */
  handleSignals(kind: "server" | "command", onStop: () => void): void {
    const stop = (signal: Signal) => {
      const since = this.#stoppingSince;
      if (since === null) {
        onStop();
        void this.end(kind === "server" ? 0 : 128 + constants.signals[signal]);
      } else if (Date.now() - since > SAME_SIGNAL_MILLISECONDS) this.#force();
    };
    for (const signal of SIGNALS) process.on(signal, () => stop(signal));
    if (process.env.npm_lifecycle_event !== undefined) this.#watchNpm(() => stop("SIGHUP"));
  }

  /** Stops when npm is gone. It forwards SIGINT and SIGTERM, but not SIGHUP, and can't forward SIGKILL. */
  #watchNpm(stop: () => void): void {
    const npm = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === npm) return;
      clearInterval(timer);
      stop();
    }, 500);
    timer.unref();
  }

  /** Undoes everything and exits with `code`; by force if that takes too long. */
  async end(code: number): Promise<void> {
    if (this.#stoppingSince !== null) return;
    this.#stoppingSince = Date.now();
    setTimeout(() => this.#force(), DEADLINE_MILLISECONDS).unref();
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        // A step may fail because its part never started; the others must still run.
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
