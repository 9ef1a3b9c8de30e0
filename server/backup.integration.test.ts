import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connected } from "@/lib/db/connected";
import { BACKUP_LOCK } from "@/lib/files/uploads/backup-lock";
import { digestOfEnds } from "@/lib/operation/backup/archive-file";
import { duringBackup } from "@/lib/testing/backup-lock";
import { TestBucket } from "@/lib/testing/bucket";
import { until } from "@/lib/testing/until";
import { migrate } from "@/server/migrate";
import { filesIn, InstallToBackUp, readAll, uploadIn } from "@/server/testing/install-to-back-up";
import { readSchema } from "@/server/testing/old-database";

const PASSPHRASE = "correct horse battery staple";
// Each command is a process of its own, and a restore runs every migration.
const SLOW = 180_000;
let install: InstallToBackUp;

beforeAll(async () => {
  install = await InstallToBackUp.create();
});

beforeEach(() => install.emptyBackups());

afterAll(() => install.remove());

test(
  "a backup from before an upgrade restores into the upgraded version",
  async () => {
    const before = await readAll(install.source);
    expect(Object.keys(before)).not.toContain("backups");
    const archive = await install.backUp();
    const target = await install.makeTarget();
    const { code, output } = await install.run(["restore", archive], target);
    expect(code, output).toBe(0);
    const after = await readAll(target);
    for (const [name, rows] of Object.entries(before)) expect(after[name]?.length, name).toBe(rows.length);
    expect(filesIn(target)).toEqual(filesIn(install.source));
    await target.drop();
    await migrate(install.source.url);
  },
  SLOW,
);

test.each(["", PASSPHRASE])(
  "every row, file and rule of the schema is as it was (passphrase: %s)",
  async (passphrase) => {
    const before = await readAll(install.source);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(40);
    const archive = await install.backUp({ BACKUP_PASSPHRASE: passphrase });
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readFileSync(archive).includes(InstallToBackUp.SECRET)).toBe(passphrase === "");

    const target = await install.makeTarget();
    const { code, output } = await install.run(["restore", archive], target, { BACKUP_PASSPHRASE: passphrase });
    expect(code, output).toBe(0);
    expect(await readAll(target)).toEqual(before);
    expect(filesIn(target)).toEqual(filesIn(install.source));
    expect(readFileSync(path.join(target.dataDir, "nextauth-secret"), "utf8")).toBe(InstallToBackUp.SECRET);
    const [was, is] = await Promise.all([install.source, target].map(({ url }) => connected(url, readSchema)));
    expect(is).toEqual(was);
    const sequence = "SELECT last_value, is_called FROM parley_id_seq";
    const [old, now] = await Promise.all(
      [install.source, target].map(({ url }) => connected(url, (client) => client.query(sequence))),
    );
    expect(now?.rows).toEqual(old?.rows);
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
  SLOW,
);

test(
  "a backup without a file that is gone from the disk says so, and restores",
  async () => {
    const [{ hash = "" } = {}] = await connected(install.source.url, async (client) => {
      return (await client.query<{ hash: string }>("SELECT encode(hash, 'hex') AS hash FROM attachments LIMIT 1")).rows;
    });
    const file = uploadIn(install.source, hash);
    const bytes = readFileSync(file);
    rmSync(file);
    const made = await install.run(["backup"], install.source);
    writeFileSync(file, bytes);
    expect([made.code, made.output]).toEqual([0, expect.stringContaining("not in the backup: 1 file")]);
    const target = await install.makeTarget();
    const { code, output } = await install.run(["restore", /Backed up to (\S+)/.exec(made.output)?.[1] ?? ""], target);
    expect([code, output]).toEqual([0, expect.stringContaining(hash)]);
    expect(filesIn(install.source).filter((each) => !filesIn(target).includes(each))).toHaveLength(1);
    await target.drop();
  },
  SLOW,
);

test(
  "a stopped backup leaves no file and is recorded",
  async () => {
    expect(await whileCopying(async (child) => void child.kill("SIGTERM"))).toBe(143);
    expect(install.archives()).toEqual([]);
    await connected(install.source.url, async (client) => {
      const { rows } = await client.query("SELECT error, bytes FROM backups ORDER BY id DESC LIMIT 1");
      expect(rows).toEqual([{ error: "The backup was stopped.", bytes: null }]);
    });
  },
  SLOW,
);

test(
  "a backup that loses its connection, and with it the lock, leaves no file",
  async () => {
    const code = await whileCopying(() =>
      connected(install.source.url, async (client) => {
        const holder = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'";
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid IN (${holder})`,
        );
        expect(rowCount).toBe(1);
      }),
    );
    expect([code, install.archives()]).toEqual([1, []]);
  },
  SLOW,
);

test(
  "of several instances, one makes the scheduled backup",
  async () => {
    const schedule = { BACKUP_SCHEDULE: "@yearly", BACKUP_KEEP: "1" };
    const runs = await Promise.all(
      [1, 2, 3].map(() => install.run(["backup", "--scheduled"], install.source, schedule)),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(runs.filter(({ output }) => output.includes("Backed up to"))).toHaveLength(1);
    expect(install.archives()).toHaveLength(1);
  },
  SLOW,
);

test(
  "files are restored into a bucket, and a backup holds a bucket's files",
  async () => {
    const bucket = await TestBucket.open();
    const inBucket = await install.makeTarget();
    const first = await install.run(["restore", await install.backUp()], inBucket, bucket.env);
    expect(first.code, first.output).toBe(0);
    const names = filesIn(install.source).map((each) => each.split(" ")[0]);
    expect([bucket.keys().sort(), filesIn(inBucket)]).toEqual([names, []]);

    const made = await install.run(["backup"], inBucket, bucket.env);
    expect(made.code, made.output).toBe(0);
    const onDisk = await install.makeTarget();
    const archive = /Backed up to (\S+)/.exec(made.output)?.[1] ?? "";
    const { code, output } = await install.run(["restore", archive], onDisk);
    expect(code, output).toBe(0);
    expect(filesIn(onDisk)).toEqual(filesIn(install.source));
    await bucket.close();
    const failed = await install.run(["backup"], inBucket, bucket.env);
    expect([failed.code, failed.output]).toEqual([
      1,
      expect.stringContaining("Files can't be stored or read just now."),
    ]);
    await Promise.all([inBucket.drop(), onDisk.drop()]);
  },
  SLOW,
);

test(
  "only one backup runs at a time",
  () => {
    vi.stubEnv("DATABASE_URL", install.source.url);
    return duringBackup(async () => {
      const { code, output } = await install.run(["backup"], install.source);
      expect([code, output]).toEqual([1, expect.stringContaining("Another backup of this database is running")]);
    }).finally(() => vi.unstubAllEnvs());
  },
  SLOW,
);

test(
  "a backup waits until a file is deleted, and no other deletion begins meanwhile",
  () =>
    connected(install.source.url, (deleting) =>
      connected(install.source.url, async (other) => {
        const mayDelete = async () => {
          const { rows } = await other.query("SELECT pg_try_advisory_xact_lock_shared($1) AS free", [BACKUP_LOCK]);
          return rows[0]?.free;
        };
        await deleting.query("SELECT pg_advisory_lock_shared($1)", [BACKUP_LOCK]);
        expect(await mayDelete()).toBe(true);
        const backup = install.run(["backup"], install.source);
        await until(async () => expect(await mayDelete()).toBe(false));
        expect(install.archives()).toEqual([]);
        await deleting.query("SELECT pg_advisory_unlock_shared($1)", [BACKUP_LOCK]);
        const { code, output } = await backup;
        expect([code, output]).toEqual([0, expect.stringContaining("Backed up to")]);
      }),
    ),
  SLOW,
);

test(
  "a backup with another secret than the database's is refused",
  async () => {
    const { code, output } = await install.run(["backup"], install.source, {
      NEXTAUTH_SECRET: "another secret, set here",
    });
    expect([code, output]).toEqual([1, expect.stringContaining("can't be decrypted with this install's secret")]);
    expect(install.archives()).toEqual([]);
  },
  SLOW,
);

test(
  "a BACKUP_DIR that can't be used fails with one sentence, is recorded and creates nothing",
  async () => {
    const missing = path.join(install.home, "mount/backups");
    for (const [dir, sentence] of [
      [missing, `The folder ${missing} in BACKUP_DIR doesn't exist. Mount its disk, or create it once`],
      ["/proc/foo", "The folder /proc/foo in BACKUP_DIR doesn't exist."],
      ["/proc", "Can't use /proc (ENOENT). Set BACKUP_DIR to a folder on a disk."],
      ["/dev/null", "/dev/null isn't a folder. Set BACKUP_DIR to one."],
    ] as const) {
      const { code, output } = await install.run(["backup"], install.source, { BACKUP_DIR: dir });
      expect([code, output.trim().split("\n")]).toEqual([1, [expect.stringContaining(sentence)]]);
      const recorded = await connected(install.source.url, (client) =>
        client.query("SELECT path, error FROM backups ORDER BY id DESC LIMIT 1"),
      );
      expect(recorded.rows).toEqual([{ path: expect.stringContaining(dir), error: expect.stringContaining(sentence) }]);
    }
    expect(existsSync(path.dirname(missing))).toBe(false);
  },
  SLOW,
);

test(
  "an empty mount point isn't backed up into, and an emptied folder is once it's marked",
  async () => {
    await install.backUp();
    rmSync(install.backups, { recursive: true });
    mkdirSync(install.backups);
    const { code, output } = await install.run(["backup"], install.source);
    expect([code, output]).toEqual([1, expect.stringContaining("so its disk isn't mounted. Mount it.")]);
    expect(readdirSync(install.backups)).toEqual([]);
    const [, fix = ""] = /run: touch (\S+)/.exec(output) ?? [];
    writeFileSync(fix, "");
    await install.backUp();
    expect(install.archives()).toHaveLength(1);
  },
  SLOW,
);

test(
  "the operator's tools are in a backup, and a file that's there already stays",
  async () => {
    const senders = path.join(install.source.dataDir, "senders");
    mkdirSync(path.join(senders, "brew/fixtures"), { recursive: true });
    mkdirSync(path.join(install.home, "elsewhere"));
    writeFileSync(path.join(senders, "brew/sender.yaml"), "name: Brew");
    writeFileSync(path.join(senders, "brew/fixtures/größe, ready.json"), "{}");
    writeFileSync(path.join(senders, ".hidden"), "not a tool");
    // As from a ConfigMap, and a link in a circle.
    writeFileSync(path.join(install.home, "elsewhere/sender.yaml"), "name: Tea");
    symlinkSync(path.join(install.home, "elsewhere"), path.join(senders, "tea"));
    symlinkSync(senders, path.join(senders, "circle"));
    symlinkSync("/nothing", path.join(senders, "broken"));
    const made = await install.run(["backup"], install.source);
    expect(made.output).toContain("Not in the backup, because it can't be read: senders/broken: ");
    const archive = /Backed up to (\S+)/.exec(made.output)?.[1] ?? "";

    const target = await install.makeTarget();
    mkdirSync(path.join(target.dataDir, "senders/brew"), { recursive: true });
    writeFileSync(path.join(target.dataDir, "senders/brew/sender.yaml"), "name: Newer");
    const { code, output } = await install.run(["restore", archive], target);
    expect(code, output).toBe(0);
    expect(output).toContain(`Kept senders/brew/sender.yaml as it was in ${target.dataDir}.`);
    const restored = (name: string) => readFileSync(path.join(target.dataDir, "senders", name), "utf8");
    expect(["brew/sender.yaml", "brew/fixtures/größe, ready.json", "tea/sender.yaml"].map(restored)).toEqual([
      "name: Newer",
      "{}",
      "name: Tea",
    ]);
    expect(readdirSync(path.join(target.dataDir, "senders")).sort()).toEqual(["brew", "tea"]);
    rmSync(senders, { recursive: true });
    await target.drop();
  },
  SLOW,
);

test(
  "after a restore, the records are of the archive that was read and of those on this machine",
  async () => {
    const gone = await install.backUp();
    const here = await install.backUp();
    const archive = await install.backUp();
    const moved = path.join(install.home, "moved.tar");
    renameSync(archive, moved);
    rmSync(gone);
    const target = await install.makeTarget();
    const { code, output } = await install.run(["restore", moved], target);
    expect(code, output).toBe(0);
    const { rows } = await connected(target.url, (client) =>
      client.query("SELECT path, ends FROM backups WHERE error IS NULL ORDER BY id"),
    );
    expect(rows).toEqual([
      { path: here, ends: await digestOfEnds(here) },
      { path: moved, ends: await digestOfEnds(moved) },
    ]);
    await target.drop();
  },
  SLOW,
);

/** Starts a backup that takes long, calls `end` while it copies files, and returns its exit code. */
async function whileCopying(end: (child: ChildProcess) => Promise<void>): Promise<number | null> {
  const huge = uploadIn(install.source, "ff".repeat(32));
  const hash = Buffer.alloc(32, 0xff);
  mkdirSync(path.dirname(huge), { recursive: true });
  writeFileSync(huge, "");
  truncateSync(huge, 4 * 2 ** 30);
  return connected(install.source.url, async (client) => {
    await client.query("INSERT INTO pictures (hash, size, user_id) VALUES ($1, 1, 1)", [hash]);
    const child = install.spawn(["backup"], install.source);
    const exited = once(child, "exit");
    const part = () => readdirSync(install.backups).find((name) => name.endsWith(".part")) ?? "none";
    await until(() => expect(statSync(path.join(install.backups, part())).size).toBeGreaterThan(10_000_000));
    await end(child);
    const [code] = await exited;
    rmSync(huge);
    await client.query("DELETE FROM pictures WHERE hash = $1", [hash]);
    return code;
  });
}
