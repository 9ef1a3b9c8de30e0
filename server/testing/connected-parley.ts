import { disconnect } from "@/lib/db/client";
import { runShutdown } from "@/lib/on-shutdown";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { connectToRunning } from "@/server/embedded-postgres";
import { ParleyProcess, TEST_LIMITS } from "@/server/testing/parley-process";

/**
 * A Parley with an empty database of its own, to which this process is connected too, as another instance would be: what lib does
 * here is done to it.
 */
export class ConnectedParley {
  readonly #parley: ParleyProcess;

  private constructor(parley: ParleyProcess) {
    this.#parley = parley;
  }

  /** Resolves once it serves. This process's environment becomes that of the server, `env` included. */
  static async start(env: Record<string, string> = {}): Promise<ConnectedParley> {
    const dataDir = temporaryDirectory("parley-e2e-");
    Object.assign(process.env, TEST_LIMITS, env, { DATA_DIR: dataDir });
    const connected = new ConnectedParley(await ParleyProcess.start(dataDir));
    await connected.#connect();
    return connected;
  }

  get baseUrl(): string {
    return this.#parley.baseUrl;
  }

  get dataDir(): string {
    return this.#parley.dataDir;
  }

  /** What it has printed since it was started. */
  get output(): string {
    return this.#parley.output;
  }

  /** Stops it cleanly and starts it again at the same address. */
  async restart(): Promise<void> {
    await disconnect();
    await this.#parley.restart();
    await this.#connect();
  }

  /** Stops it cleanly and removes its data. */
  async stop(): Promise<void> {
    await runShutdown();
    await disconnect();
    await this.#parley.stop();
    removeDataDir(this.dataDir);
  }

  /** Its PostgreSQL listens on another port after each start. */
  async #connect(): Promise<void> {
    const url = await connectToRunning(this.dataDir);
    if (url === null) throw new Error(`Parley's database can't be reached:\n${this.output}`);
    process.env.DATABASE_URL = url;
  }
}
