import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { freePort } from "@/server/machine/port";
import { commandLine, signalProcess, waitForExit } from "@/server/machine/processes";
import { ROOT } from "@/server/root";

// The first start after an update builds Parley, which takes minutes on a busy machine.
const START_MILLISECONDS = 240_000;
const STOP_MILLISECONDS = 12_000;
const ENDING_MILLISECONDS = 2_000;

/** The environment variable that names a file. Each start appends a line to it: how many milliseconds it took. */
export const STARTS_FILE = "TEST_STARTS_FILE";

/** Environment variables that turn off the limits per person and per address, which tests would exceed. */
export const UNLIMITED = {
  // Tests are faster than people, and all come from one address.
  LIMITS: "off",
  // Many tests join with the one invite link that the dialog shows. The limit of streams is the default, which tests reach on
  // purpose.
  TEST_LIMITS: "invite-uses=1000,streams=20",
};

/** A Parley in its own process, as `npm start` runs it, on a free port. */
export class ParleyProcess {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly #port: number;
  readonly #databaseUrl: string | undefined;
  // Identifies its processes by their environment. The data directory doesn't, because the tests' environment has it too.
  readonly #mark = randomUUID();
  #child: ChildProcess | null = null;
  #output = "";

  private constructor(dataDir: string, port: number, databaseUrl: string | undefined) {
    this.dataDir = dataDir;
    this.#port = port;
    this.#databaseUrl = databaseUrl;
    this.baseUrl = `http://localhost:${port}`;
  }

  /**
   * Starts it on the given database, or with its own PostgreSQL under `dataDir`. Resolves once it serves; throws with its
   * output if it doesn't.
   */
  static async start(dataDir: string, databaseUrl?: string): Promise<ParleyProcess> {
    const parley = new ParleyProcess(dataDir, await freePort(), databaseUrl);
    await parley.#start();
    return parley;
  }

  /** Its process id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What it has printed since `start`. */
  get output(): string {
    return this.#output;
  }

  /** Stops it cleanly, then starts it again at the same address. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start();
  }

  /** Stops it as Ctrl-C does. Throws if it doesn't exit with code 0 or leaves a process behind. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const code = await stopChild(child, "SIGINT");
    const leftovers = await leftBehind(this.#mark, this.dataDir);
    if (code !== 0) throw new Error(`Parley didn't stop cleanly (${code}):\n${this.#output}`);
    if (leftovers.length > 0)
      throw new Error(`Parley left processes behind: ${leftovers.join(", ")}.\n${this.#output}`);
  }

  /** Kills it with SIGKILL, as if the power failed. `restart` starts it again. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child !== null) await stopChild(child, "SIGKILL");
  }

  async #start(): Promise<void> {
    const { DATABASE_URL: _, ...inherited } = process.env;
    const env = {
      PORT: String(this.#port),
      DATA_DIR: this.dataDir,
      NODE_ENV: "production" as const,
      BASE_URL: this.baseUrl,
      PARLEY_PROCESS: this.#mark,
      ...(this.#databaseUrl !== undefined && { DATABASE_URL: this.#databaseUrl }),
    };
    const began = Date.now();
    const child = spawn(process.execPath, ["server/launch.mjs", "server/main.ts", "start"], {
      cwd: ROOT,
      // A test of a limit overrides it.
      env: { ...UNLIMITED, ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
    const deadline = Date.now() + START_MILLISECONDS;
    while (!(await this.#serves())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Parley didn't start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const startsFile = process.env[STARTS_FILE];
    if (startsFile) appendFileSync(startsFile, `${Date.now() - began}\n`);
  }

  async #serves(): Promise<boolean> {
    try {
      return (await fetch(`${this.baseUrl}/api/health`)).ok;
    } catch {
      return false;
    }
  }
}

/** Sends `signal` to a child, and SIGKILL after 12 seconds. Returns its exit code, or the signal that ended it. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  const ended = child.exitCode ?? child.signalCode;
  if (ended !== null) return ended;
  const exited = new Promise<number | string>((resolve) => {
    child.once("exit", (code, died) => resolve(code ?? died ?? "unknown"));
  });
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
  const result = await exited;
  clearTimeout(timer);
  return result;
}

/**
 * Kills the processes that have `mark` in their environment or `dataDir` in their command line, as PostgreSQL's have, and
 * returns their descriptions. Ignores those that end within 2 seconds. Finds none if there is no /proc.
 */
export async function leftBehind(mark: string, dataDir: string): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  const left: string[] = [];
  for (const pid of pids
    .map(Number)
    .filter((each) => mentions(each, "environ", mark) || mentions(each, "cmdline", dataDir))) {
    const command = commandLine(pid);
    if (await waitForExit(pid, ENDING_MILLISECONDS)) continue;
    signalProcess(pid, "SIGKILL");
    left.push(`${pid} (${command})`);
  }
  return left;
}

function mentions(pid: number, file: "environ" | "cmdline", text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").includes(text);
  } catch {
    return false;
  }
}
