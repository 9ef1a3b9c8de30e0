import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { vi } from "vitest";
import { connected } from "@/lib/db/connected";
import { env } from "@/lib/process/env";
import { seal } from "@/lib/secrets/secret";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { ROOT } from "@/server/root";
import { type ProgramResult, runCommand } from "@/server/run-program";
import { loadOldDatabase, readRows, readTables } from "@/server/testing/old-database";
import { createTestDatabase } from "@/server/testing/postgres";

/** A data directory and a database, both empty or both of one install. */
export type Place = { dataDir: string; url: string; drop: () => Promise<void> };

const HISTORY = "_prisma_migrations";

/** An install on its own database, with rows of every kind and their files, and the commands to back it up and restore it. */
export class InstallToBackUp {
  static readonly SECRET = "the secret of the install that is backed up";
  readonly home: string;
  readonly source: Place;
  readonly #role: string;
  #targets = 0;

  private constructor(home: string, source: Place, role: string) {
    this.home = home;
    this.source = source;
    this.#role = role;
  }

  /** Makes one as version 0.1.0 left it, before any later migration. */
  static async create(): Promise<InstallToBackUp> {
    const home = temporaryDirectory("parley-backup-");
    const source = { dataDir: path.join(home, "source"), ...(await createTestDatabase(undefined, "template0")) };
    const role = `parley_owner_${randomBytes(4).toString("hex")}`;
    await loadOldDatabase(source.url, "04973480");
    mkdirSync(source.dataDir);
    writeFileSync(path.join(source.dataDir, "nextauth-secret"), InstallToBackUp.SECRET);
    await connected(source.url, (client) => addFilesAndSecrets(client, source.dataDir));
    // Restores need no more rights than this.
    await admin(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' NOSUPERUSER`);
    return new InstallToBackUp(home, source, role);
  }

  get backups(): string {
    return path.join(this.home, "backups");
  }

  /** Makes the folder for backups as an operator does. */
  emptyBackups(): void {
    rmSync(this.backups, { recursive: true, force: true });
    mkdirSync(this.backups);
    writeFileSync(path.join(this.backups, ".parley-backups"), "");
  }

  /** Returns the names of the archives, complete or not. */
  archives(): string[] {
    return readdirSync(this.backups).filter((name) => !name.startsWith("."));
  }

  /** Returns a data directory that doesn't exist and an empty database, whose owner may do nothing else. */
  async makeTarget(): Promise<Place> {
    this.#targets += 1;
    const { url, drop } = await createTestDatabase(undefined, "template0");
    await connected(url, async (client) => {
      await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${this.#role}`);
      await client.query(`ALTER SCHEMA public OWNER TO ${this.#role}`);
    });
    const plain = new URL(url);
    plain.username = plain.password = this.#role;
    return { dataDir: path.join(this.home, `target-${this.#targets}`), url: plain.href, drop };
  }

  /** Runs one of Parley's commands there until it ends. */
  run(command: string[], place: Place, more: Record<string, string> = {}): Promise<ProgramResult> {
    return runCommand(command, { ...this.#settings(place), ...more });
  }

  /** Starts one of Parley's commands there. */
  spawn(command: string[], place: Place): ChildProcess {
    return spawn(process.execPath, ["server/launch.mjs", "server/main.ts", ...command], {
      cwd: ROOT,
      stdio: "ignore",
      env: { ...process.env, ...this.#settings(place) },
    });
  }

  /** Backs it up and returns the archive's path. */
  async backUp(more: Record<string, string> = {}): Promise<string> {
    const { code, output } = await this.run(["backup"], this.source, more);
    const [, archive] = /Backed up to (\S+)/.exec(output) ?? [];
    if (code !== 0 || archive === undefined) throw new Error(`The backup failed:\n${output}`);
    return archive;
  }

  /** Removes everything. */
  async remove(): Promise<void> {
    await this.source.drop();
    await admin(`DROP ROLE ${this.#role}`);
    rmSync(this.home, { recursive: true });
  }

  #settings({ dataDir, url }: Place) {
    return {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      NEXTAUTH_SECRET: "",
      BACKUP_DIR: this.backups,
      BACKUP_PASSPHRASE: "",
    };
  }
}

/** Returns the rows of each table as sorted texts, without the records of backups and migrations. */
export function readAll({ url }: Place): Promise<Record<string, string[]>> {
  return connected(url, async (client) => {
    const all: Record<string, string[]> = {};
    for (const { name, columns } of await readTables(client)) {
      if (name !== "backups" && name !== HISTORY) all[name] = await readRows(client, name, columns);
    }
    return all;
  });
}

/** Returns the path and SHA-256 of each uploaded file. */
export function filesIn({ dataDir }: Place): string[] {
  const uploads = path.join(dataDir, "uploads");
  const names = readdirSync(uploads, { recursive: true, encoding: "utf8" });
  const files = names.sort().filter((name) => statSync(path.join(uploads, name)).isFile());
  return files.map((name) => `${name} ${sha256(readFileSync(path.join(uploads, name))).toString("hex")}`);
}

/** Returns where the file with this SHA-256 in hex is. */
export const uploadIn = ({ dataDir }: { dataDir: string }, hash: string) =>
  path.join(dataDir, "uploads", hash.slice(0, 2), hash);

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Gives every attachment and avatar a file of its own, and encrypts secrets with the install's secret. */
async function addFilesAndSecrets(client: pg.Client, dataDir: string): Promise<void> {
  for (const table of ["attachments", "pictures"]) {
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table}`);
    for (const { id } of rows) {
      const bytes = randomBytes(Number(id) % 5 === 0 ? 700_000 : 500);
      const hash = sha256(bytes);
      const file = uploadIn({ dataDir }, hash.toString("hex"));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      await client.query(`UPDATE ${table} SET hash = $2, size = $3 WHERE id = $1`, [id, hash, bytes.length]);
    }
  }
  vi.stubEnv("NEXTAUTH_SECRET", InstallToBackUp.SECRET);
  const sealed = Buffer.from(seal("a secret"));
  vi.unstubAllEnvs();
  for (const column of ["push_keys.private_key", "webhooks.signing_secret", "authenticator_apps.secret"]) {
    const [table, name] = column.split(".");
    await client.query(`UPDATE ${table} SET ${name} = $1 WHERE ${name} IS NOT NULL`, [sealed]);
  }
}

async function admin(sql: string): Promise<void> {
  await connected(env.databaseUrl ?? "", (client) => client.query(sql));
}
