import { disconnect } from "@/lib/db/client";
import { runShutdown } from "@/lib/process/on-shutdown";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { ParleyProcess, UNLIMITED } from "@/server/testing/parley-process";
import { createTestDatabase } from "@/server/testing/postgres";

/**
 * A Parley with its own empty database, to which this process is also connected, like another instance: calling lib in
 * this process changes that Parley's data.
 */
export class ConnectedParley {
  readonly #parley: ParleyProcess;
  readonly #dropDatabase: () => Promise<void>;

  private constructor(parley: ParleyProcess, dropDatabase: () => Promise<void>) {
    this.#parley = parley;
    this.#dropDatabase = dropDatabase;
  }

  /** Resolves once it serves. Sets this process's environment to the server's, including `env`. */
  static async start(env: Record<string, string> = {}): Promise<ConnectedParley> {
    const { url, drop } = await createTestDatabase();
    const dataDir = temporaryDirectory("parley-e2e-");
    Object.assign(process.env, UNLIMITED, env, { DATA_DIR: dataDir, DATABASE_URL: url });
    return new ConnectedParley(await ParleyProcess.start(dataDir, url), drop);
  }

  get baseUrl(): string {
    return this.#parley.baseUrl;
  }

  get dataDir(): string {
    return this.#parley.dataDir;
  }

  /** What it has printed since `start`. */
  get output(): string {
    return this.#parley.output;
  }

  /** Stops it cleanly until `restart`. */
  async halt(): Promise<void> {
    await this.#parley.stop();
  }

  /** Stops it cleanly, then starts it again at the same address. */
  async restart(): Promise<void> {
    await this.#parley.restart();
  }

  /** Stops it cleanly and removes its data. */
  async stop(): Promise<void> {
    await runShutdown();
    await disconnect();
    await this.#parley.stop();
    await this.#dropDatabase();
    removeDataDir(this.dataDir);
  }
}
