import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { seal } from "@/lib/secret";
import { duringBackup } from "@/lib/testing/backup-lock";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { migrate } from "@/server/migrate";
import { runProgram } from "@/server/run-program";
import { connected, loadOldDatabase, readRows, readSchema, readTables } from "@/server/testing/old-database";
import { createTestDatabase } from "@/server/testing/postgres";

const SECRET = "the secret of the install that is backed up";
const PASSPHRASE = "correct horse battery staple";
const ROLE = "parley_plain_owner";
const HISTORY = "_prisma_migrations";

const home = temporaryDirectory("parley-backup-");
const source = { dataDir: path.join(home, "source"), url: "", drop: async () => {} };
let targets = 0;

type Target = { dataDir: string; url: string; drop: () => Promise<void> };

/** An empty data directory and an empty database, which belongs to a user who may do nothing else. */
async function makeTarget(): Promise<Target> {
  targets += 1;
  const { url, drop } = await createTestDatabase(undefined, "template0");
  await connected(url, async (client) => {
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${ROLE}`);
    await client.query(`ALTER SCHEMA public OWNER TO ${ROLE}`);
  });
  const plain = new URL(url);
  [plain.username, plain.password] = [ROLE, ROLE];
  return { dataDir: path.join(home, `target-${targets}`), url: plain.href, drop };
}

type Command = { output: string; code: number | NodeJS.Signals };

function run(
  command: string[],
  { dataDir, url }: Omit<Target, "drop">,
  more: Record<string, string> = {},
): Promise<Command> {
  return runProgram(process.execPath, ["server/launch.mjs", "server/main.ts", ...command], {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    NEXTAUTH_SECRET: "",
    BACKUP_DIR: path.join(home, "backups"),
    BACKUP_PASSPHRASE: "",
    ...more,
  });
}

/** Backs the source up and returns the archive's path. */
async function backUp(more: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run(["backup"], source, more);
  expect(code, output).toBe(0);
  return /Backed up to (\S+)/.exec(output)?.[1] ?? "";
}

const uploaded = (dataDir: string, hash: string) => path.join(dataDir, "uploads", hash.slice(0, 2), hash);

/** Gives every attachment and avatar a file of its own, and encrypts secrets with this install's secret. */
async function addFilesAndSecrets(client: pg.Client, dataDir: string): Promise<void> {
  for (const table of ["attachments", "pictures"]) {
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table}`);
    for (const { id } of rows) {
      const bytes = randomBytes(Number(id) % 5 === 0 ? 700_000 : 500);
      const hash = createHash("sha256").update(bytes).digest();
      const file = uploaded(dataDir, hash.toString("hex"));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      await client.query(`UPDATE ${table} SET hash = $2, size = $3 WHERE id = $1`, [id, hash, bytes.length]);
    }
  }
  for (const column of ["push_keys.private_key", "webhooks.signing_secret", "authenticator_apps.secret"]) {
    const [table, name] = column.split(".");
    await client.query(`UPDATE ${table} SET ${name} = $1 WHERE ${name} IS NOT NULL`, [Buffer.from(seal("a secret"))]);
  }
}

/** Everything in the database but the record of the backup itself. */
async function readAll(url: string) {
  return connected(url, async (client) => {
    const tables = (await readTables(client)).filter(({ name }) => name !== "backups" && name !== HISTORY);
    const rows: Record<string, string[]> = {};
    for (const { name, columns } of tables) rows[name] = await readRows(client, name, columns);
    return rows;
  });
}

function filesIn(dataDir: string): string[] {
  const uploads = path.join(dataDir, "uploads");
  return readdirSync(uploads, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(path.join(uploads, name)).isFile())
    .map(
      (name) =>
        `${name} ${createHash("sha256")
          .update(readFileSync(path.join(uploads, name)))
          .digest("hex")}`,
    )
    .sort();
}

/** Starts afresh with the kept database of an earlier version, which has rows of every kind. */
async function makeSource(): Promise<void> {
  Object.assign(source, await createTestDatabase(undefined, "template0"));
  await loadOldDatabase(source.url, "04973480");
  mkdirSync(source.dataDir, { recursive: true });
  writeFileSync(path.join(source.dataDir, "nextauth-secret"), SECRET);
  vi.stubEnv("NEXTAUTH_SECRET", SECRET);
  await connected(source.url, (client) => addFilesAndSecrets(client, source.dataDir));
  vi.unstubAllEnvs();
}

beforeAll(async () => {
  await connected(env.databaseUrl ?? "", (client) =>
    client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}' NOSUPERUSER`),
  );
  await makeSource();
});

beforeEach(() => rmSync(path.join(home, "backups"), { recursive: true, force: true }));

afterAll(async () => {
  await source.drop();
  await connected(env.databaseUrl ?? "", (client) => client.query(`DROP ROLE ${ROLE}`));
  rmSync(home, { recursive: true });
});

test("a backup from before an upgrade restores into the upgraded version", async () => {
  const before = await readAll(source.url);
  expect(Object.keys(before)).not.toContain("backups");
  const archive = await backUp();
  const target = await makeTarget();
  const { code, output } = await run(["restore", archive], target);
  expect(code, output).toBe(0);
  const after = await readAll(target.url);
  for (const [name, rows] of Object.entries(before)) expect(after[name]?.length, name).toBe(rows.length);
  expect(filesIn(target.dataDir)).toEqual(filesIn(source.dataDir));
  await target.drop();
  await migrate(source.url);
});

test.each(["", PASSPHRASE])(
  "every row, file and rule of the schema is as it was (passphrase: %s)",
  async (passphrase) => {
    const before = await readAll(source.url);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(40);
    const archive = await backUp({ BACKUP_PASSPHRASE: passphrase });
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readFileSync(archive).includes(SECRET)).toBe(passphrase === "");

    const target = await makeTarget();
    const { code, output } = await run(["restore", archive], target, { BACKUP_PASSPHRASE: passphrase });
    expect(code, output).toBe(0);
    expect(await readAll(target.url)).toEqual(before);
    expect(filesIn(target.dataDir)).toEqual(filesIn(source.dataDir));
    expect(readFileSync(path.join(target.dataDir, "nextauth-secret"), "utf8")).toBe(SECRET);
    const [was, is] = await Promise.all([source, target].map(({ url }) => connected(url, readSchema)));
    expect(is).toEqual(was);
    await connected(target.url, async (client) => {
      const off = await client.query("SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'");
      expect(off.rows).toEqual([]);
      const { rows } = await client.query("SELECT path, bytes::int, error FROM backups WHERE path = $1", [archive]);
      expect(rows).toEqual([{ path: archive, bytes: statSync(archive).size, error: null }]);
      const { rows: ids } = await client.query("SELECT parley_id() > max(id) AS larger FROM messages");
      expect(ids).toEqual([{ larger: true }]);
      expect((await client.query("SELECT obj_description('_prisma_migrations'::regclass) AS mark")).rows).toEqual([
        { mark: null },
      ]);
    });
    await target.drop();
  },
);

test("a target that isn't empty is refused and stays as it is", async () => {
  const archive = await backUp();
  const target = await makeTarget();
  mkdirSync(target.dataDir);
  writeFileSync(path.join(target.dataDir, "notes.txt"), "mine");
  const full = await run(["restore", archive], target);
  expect([full.code, full.output]).toEqual([1, expect.stringContaining("isn't empty (it has notes.txt)")]);
  rmSync(path.join(target.dataDir, "notes.txt"));

  await connected(target.url, (client) => client.query("CREATE TABLE mine (id int)"));
  const used = await run(["restore", archive], target);
  expect([used.code, used.output]).toEqual([1, expect.stringContaining("The database in DATABASE_URL isn't empty")]);
  expect(readdirSync(target.dataDir)).toEqual([]);
  await target.drop();
});

test("an archive that can't be restored is refused before anything is written", async () => {
  const archive = await backUp({ BACKUP_PASSPHRASE: PASSPHRASE });
  const target = await makeTarget();
  const whole = readFileSync(archive);
  const short = path.join(home, "short.tar.age");
  writeFileSync(short, whole.subarray(0, whole.length - 70_000));
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(whole.length / 2) ^ 1, whole.length / 2);
  const other = path.join(home, "changed.tar.age");
  writeFileSync(other, changed);
  for (const [file, more, sentence] of [
    [archive, {}, "is encrypted. Set BACKUP_PASSPHRASE"],
    [archive, { BACKUP_PASSPHRASE: "another passphrase" }, "The passphrase in BACKUP_PASSPHRASE is wrong"],
    [short, { BACKUP_PASSPHRASE: PASSPHRASE }, "is damaged"],
    [other, { BACKUP_PASSPHRASE: PASSPHRASE }, "is damaged"],
    [
      archive,
      { BACKUP_PASSPHRASE: PASSPHRASE, NEXTAUTH_SECRET: "another secret, set here" },
      "NEXTAUTH_SECRET isn't the one",
    ],
    [path.join(home, "none.tar"), {}, "there is no such file"],
  ] as const) {
    const { code, output } = await run(["restore", file], target, more);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  }
  expect(existsSync(target.dataDir)).toBe(false);
  expect(await connected(target.url, readTables)).toEqual([]);
  await target.drop();
});

test("a newer version's archive is refused by name", async () => {
  await connected(source.url, (client) =>
    client.query(
      `INSERT INTO ${HISTORY} (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_later', now())`,
    ),
  );
  const archive = await backUp();
  await connected(source.url, (client) => client.query(`DELETE FROM ${HISTORY} WHERE id = 'x'`));
  const target = await makeTarget();
  const { code, output } = await run(["restore", archive], target);
  expect([code, output]).toEqual([1, expect.stringMatching(/made by a newer Parley .*29990101000000_later/)]);
  expect(existsSync(target.dataDir)).toBe(false);
  await target.drop();
});

test("a backup with another secret than the database's is refused", async () => {
  const { code, output } = await run(["backup"], source, { NEXTAUTH_SECRET: "another secret, set here" });
  expect([code, output]).toEqual([1, expect.stringContaining("can't be decrypted with this install's secret")]);
  expect(readdirSync(path.join(home, "backups"))).toEqual([]);
});

test("a backup without a file that is gone from the disk says so, and restores", async () => {
  const [{ hash = "" } = {}] = await connected(source.url, async (client) => {
    return (await client.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM attachments LIMIT 1")).rows;
  });
  const file = uploaded(source.dataDir, hash);
  const bytes = readFileSync(file);
  rmSync(file);
  const made = await run(["backup"], source);
  writeFileSync(file, bytes);
  expect([made.code, made.output]).toEqual([0, expect.stringContaining(`1 files weren't on disk`)]);
  const target = await makeTarget();
  const { code, output } = await run(["restore", /Backed up to (\S+)/.exec(made.output)?.[1] ?? ""], target);
  expect([code, output]).toEqual([0, expect.stringContaining(hash)]);
  expect(filesIn(source.dataDir).filter((each) => !filesIn(target.dataDir).includes(each))).toHaveLength(1);
  await target.drop();
});

test("only one backup runs at a time", () => {
  vi.stubEnv("DATABASE_URL", source.url);
  return duringBackup(async () => {
    const { code, output } = await run(["backup"], source);
    expect([code, output]).toEqual([1, expect.stringContaining("Another backup of this database is running")]);
  }).finally(() => vi.unstubAllEnvs());
});
