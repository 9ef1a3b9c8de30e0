import { Child, type Ending } from "@/server/bench/load/child";
import type {
  Job,
  Outcome,
  RequestsJob,
  RequestsOutcome,
  StreamsJob,
  StreamsOpened,
  StreamsSeen,
} from "@/server/bench/load/jobs";

/** The process that makes the load. It does one job at a time. */
export class LoadProcess {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  /** Resolves once it waits for a job. */
  static async start(lifecycle: Ending): Promise<LoadProcess> {
    const child = Child.start({ lifecycle, args: ["server/launch.mjs", "server/bench/load/load.ts"] });
    await child.answer(["ready"]);
    return new LoadProcess(child);
  }

  /** Sends requests. Resolves with what came of them, once all are answered. */
  requests(job: Omit<RequestsJob, "kind">): Promise<RequestsOutcome> {
    return this.#do<RequestsOutcome>({ kind: "requests", ...job }, "requests");
  }

  /** Opens event streams. Resolves once each has said that it is ready. */
  openStreams(job: Omit<StreamsJob, "kind">): Promise<StreamsOpened> {
    return this.#do<StreamsOpened>({ kind: "streams-open", ...job }, "streams-opened");
  }

  /** What has come over the open streams so far. */
  lookAtStreams(): Promise<StreamsSeen> {
    return this.#do<StreamsSeen>({ kind: "streams-look" }, "streams-seen");
  }

  async closeStreams(): Promise<void> {
    await this.#do({ kind: "streams-close" }, "streams-closed");
  }

  #do<Result extends Outcome>(job: Job, kind: Result["kind"]): Promise<Result> {
    const outcome = this.#child.answer<Result>([kind]);
    this.#child.send(job);
    return outcome;
  }
}
