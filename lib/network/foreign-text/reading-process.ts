import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Socket } from "node:net";
import path from "node:path";
import type { Readable, Writable } from "node:stream";

// Why: docs/decisions/foreign-text.md

/**
 * Why a text couldn't be read: the process took too long, ended, couldn't be started, answered too much, or its reader
 * failed; or too many texts are waiting for it.
 */
export const UNREAD_REASONS = ["late", "died", "unavailable", "too_large", "failed", "busy"] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** A foreign text couldn't be read. Says nothing about the text. */
export class Unread extends Error {
  override readonly name = "Unread";

  constructor(readonly reason: UnreadReason) {
    super(`A foreign text couldn't be read: ${reason}.`);
  }
}

const LAUNCHER = path.join(/* turbopackIgnore: true */ process.cwd(), "server/launch.mjs");

type Child = ChildProcessByStdio<Writable, Readable, null>;

const LIMITS = {
  /** Of its heap. Most of the other 40 MB is Node.js itself. */
  megabytes: 64,
  answerMs: 2_000,
  answerBytes: 1_048_576,
  // On a machine that has just started, everything takes long.
  startMs: 15_000,
  idleMs: 5 * 60_000,
};

/** A process that reads one text at a time. It's started when there is something to read and ends when there's nothing for minutes. */
export class ReadingProcess {
  readonly #program: string;
  readonly #limits: typeof LIMITS;
  #child: Child | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** Tests replace the program and some limits. */
  constructor(
    program = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/webhooks/interpret/apart/process.mjs"),
    limits: Partial<typeof LIMITS> = {},
  ) {
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** The process's id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Sends a request and returns its answer. Call it again only after that. Throws Unread. */
  async ask(request: object): Promise<unknown> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#start());
    try {
      const answered = nextLine(child, this.#limits.answerMs, this.#limits.answerBytes);
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const answer: { read: unknown } | { failed: true } = JSON.parse(await answered);
      if ("failed" in answer) throw new Unread("failed");
      return answer.read;
    } catch (error) {
      this.#lose(child);
      throw error instanceof Unread ? error : new Unread("failed");
    } finally {
      this.#idle = setTimeout(() => this.end(), this.#limits.idleMs).unref();
    }
  }

  /** Ends the process. The next request starts another one. */
  end(): void {
    this.#child?.stdin.end();
    this.#child = null;
  }

  async #start(): Promise<Child> {
    try {
      const child = this.#spawn();
      await nextLine(child, this.#limits.startMs, this.#limits.answerBytes).catch((error: unknown) => {
        this.#lose(child);
        throw error;
      });
      this.#child = child;
      return child;
    } catch {
      throw new Unread("unavailable");
    }
  }

  /** Throws if the system has no room for another process. */
  #spawn(): Child {
    const { megabytes, answerMs } = this.#limits;
    const options = [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=2"];
    const given = [...options, LAUNCHER, this.#program, `${2 * answerMs}`];
    // Without the environment, which has secrets.
    const child: Child = spawn(process.execPath, given, {
      env: { NODE_ENV: "production" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const lose = () => this.#lose(child);
    // First, because there are no pipes if too many files are open.
    child.on("error", lose).on("exit", lose);
    // An idle process mustn't keep a command from ending.
    child.unref();
    for (const pipe of [child.stdin, child.stdout]) {
      pipe.on("error", lose);
      if (pipe instanceof Socket) pipe.unref();
    }
    return child;
  }

  /** Whatever it failed at, a new one starts from a known state. */
  #lose(child: Child): void {
    child.kill("SIGKILL");
    if (this.#child === child) this.#child = null;
  }
}

/** Returns the child's next line. Throws Unread if it's late or too long, or if the child ends first. */
function nextLine(child: Child, milliseconds: number, mostBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const leave = () => {
      clearTimeout(timer);
      child.stdout.off("data", hear);
      child.off("close", die).off("error", die);
    };
    const fail = (reason: UnreadReason) => {
      leave();
      reject(new Unread(reason));
    };
    const die = () => fail("died");
    const hear = (part: Buffer) => {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > mostBytes) return fail("too_large");
      if (part.at(-1) !== 10) return;
      leave();
      resolve(Buffer.concat(parts).toString());
    };
    const timer = setTimeout(fail, milliseconds, "late");
    child.stdout.on("data", hear);
    child.once("close", die).once("error", die);
  });
}
