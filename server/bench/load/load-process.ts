import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import {
  isOf,
  type Job,
  type JobOutcome,
  type RequestsJob,
  type RequestsOutcome,
  type StreamsJob,
  type StreamsReport,
  type StreamTimes,
} from "@/server/bench/load/jobs";
import type { Lifecycle } from "@/server/lifecycle";
import { ROOT } from "@/server/root";
import { stopChild } from "@/server/testing/parley-process";

// `--against` may have to build the other checkout first.
const START_MILLISECONDS = 240_000;
const OUTPUT_CHARACTERS = 10_000;

/** The part of `Lifecycle` that stops what was started. */
export type EndingSteps = Pick<Lifecycle, "defer" | "check">;

type Options = { lifecycle: EndingSteps; args: readonly string[]; cwd?: string; env?: NodeJS.ProcessEnv };

/** A child process of the benchmark, with the last 10,000 characters of its output. */
export class Child {
  readonly #process: ChildProcess;
  #output = "";

  private constructor(process: ChildProcess) {
    this.#process = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_CHARACTERS);
      });
    }
  }

  /** Runs Node with these arguments. The process is stopped when the benchmark ends, if not before. */
  static start({ lifecycle, args, cwd = ROOT, env = process.env }: Options): Child {
    lifecycle.check();
    const stdio: StdioOptions = ["ignore", "pipe", "pipe", "ipc"];
    const child = new Child(spawn(process.execPath, args, { cwd, env, stdio, serialization: "advanced" }));
    lifecycle.defer(
      () => child.stop(),
      () => child.#process.kill("SIGKILL"),
    );
    return child;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  send(message: { kind: string }): void {
    this.#process.send(message);
  }

  /** Resolves with the next message of one of these kinds. Throws with the process's output if it ends first. */
  answer<Message extends { kind: string }>(kinds: readonly Message["kind"][]): Promise<Message> {
    return new Promise((resolve, reject) => {
      const stop = () => this.#process.off("message", take).off("exit", ended);
      const take = (message: unknown) => {
        if (!isOf<Message>(message, kinds)) return;
        stop();
        resolve(message);
      };
      const ended = () => {
        stop();
        reject(new Error(`A benchmark process ended unexpectedly:\n${this.#output}`));
      };
      this.#process.on("message", take).once("exit", ended);
      if (this.#process.exitCode !== null) ended();
    });
  }

  /** Resolves when `url` responds successfully. Throws with the process's output if it ends first or takes too long. */
  async serves(url: string): Promise<void> {
    const deadline = Date.now() + START_MILLISECONDS;
    for (;;) {
      const isOk = await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isOk) return;
      if (this.#process.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${url} doesn't respond:\n${this.#output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Stops it, if it's still running. */
  async stop(): Promise<void> {
    await stopChild(this.#process, "SIGTERM");
  }
}

/** The process that generates the load. It runs one job at a time. */
export class LoadProcess {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  /** Resolves when it's ready for a job. */
  static async start(lifecycle: EndingSteps): Promise<LoadProcess> {
    const child = Child.start({ lifecycle, args: ["server/launch.mjs", "server/bench/load/load.ts"] });
    await child.answer(["ready"]);
    return new LoadProcess(child);
  }

  /** Sends requests and resolves with the outcome when all are answered. */
  requests(job: Omit<RequestsJob, "kind">): Promise<RequestsOutcome> {
    return this.#do<RequestsOutcome>({ kind: "requests", ...job }, "requests");
  }

  /** Opens event streams and resolves when all are ready. */
  openStreams(job: Omit<StreamsJob, "kind">): Promise<StreamTimes> {
    return this.#do<StreamTimes>({ kind: "streams-open", ...job }, "streams-opened");
  }

  /** Returns what the open streams have received so far. */
  lookAtStreams(): Promise<StreamsReport> {
    return this.#do<StreamsReport>({ kind: "streams-look" }, "streams-report");
  }

  async closeStreams(): Promise<void> {
    await this.#do({ kind: "streams-close" }, "streams-closed");
  }

  #do<Result extends JobOutcome>(job: Job, kind: Result["kind"]): Promise<Result> {
    const outcome = this.#child.answer<Result>([kind]);
    this.#child.send(job);
    return outcome;
  }
}

/** Returns a POST of JSON as sent over the wire. */
export function postRequest(path: string, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Returns a signed-in person's GET as sent over the wire. */
export function getRequest(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`;
}
