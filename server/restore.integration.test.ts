import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connected } from "@/lib/db/connected";
import { until } from "@/lib/testing/until";
import { migrate } from "@/server/migrate";
import { filesIn, InstallToBackUp, readAll } from "@/server/testing/install-to-back-up";
import { readTables } from "@/server/testing/old-database";

const PASSPHRASE = "correct horse battery staple";
const HISTORY = "_prisma_migrations";
// Each command is a process of its own, and a restore runs every migration.
const SLOW = 180_000;
let install: InstallToBackUp;

beforeAll(async () => {
  install = await InstallToBackUp.create();
  await migrate(install.source.url);
});

beforeEach(() => install.emptyBackups());

afterAll(() => install.remove());

test(
  "a target that isn't empty is refused and stays as it is",
  async () => {
    const archive = await install.backUp();
    const target = await install.makeTarget();
    mkdirSync(target.dataDir);
    writeFileSync(path.join(target.dataDir, "notes.txt"), "mine");
    const full = await install.run(["restore", archive], target);
    expect([full.code, full.output]).toEqual([1, expect.stringContaining("isn't empty (it has notes.txt)")]);
    rmSync(path.join(target.dataDir, "notes.txt"));
    // Descriptions of tools and npm's cache may be there before.
    for (const name of ["senders", ".npm"]) mkdirSync(path.join(target.dataDir, name));

    await connected(target.url, (client) => client.query("CREATE TABLE mine (id int)"));
    const used = await install.run(["restore", archive], target);
    expect([used.code, used.output]).toEqual([1, expect.stringContaining("The database in DATABASE_URL isn't empty")]);
    expect(readdirSync(target.dataDir)).toEqual([".npm", "senders"]);
    await target.drop();
  },
  SLOW,
);

test(
  "an archive that can't be restored is refused before anything is written",
  async () => {
    const archive = await install.backUp({ BACKUP_PASSPHRASE: PASSPHRASE });
    const target = await install.makeTarget();
    const whole = readFileSync(archive);
    const short = path.join(install.home, "short.tar.age");
    writeFileSync(short, whole.subarray(0, whole.length - 70_000));
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length / 2) ^ 1, whole.length / 2);
    const other = path.join(install.home, "changed.tar.age");
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
      [path.join(install.home, "none.tar"), {}, "there is no such file"],
    ] as const) {
      const { code, output } = await install.run(["restore", file], target, more);
      expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    }
    expect(existsSync(target.dataDir)).toBe(false);
    expect(await connected(target.url, readTables)).toEqual([]);
    await target.drop();
  },
  SLOW,
);

test(
  "a newer version's archive is refused by name",
  async () => {
    await connected(install.source.url, (client) =>
      client.query(
        `INSERT INTO ${HISTORY} (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_later', now())`,
      ),
    );
    const archive = await install.backUp();
    await connected(install.source.url, (client) => client.query(`DELETE FROM ${HISTORY} WHERE id = 'x'`));
    const target = await install.makeTarget();
    const { code, output } = await install.run(["restore", archive], target);
    expect([code, output]).toEqual([1, expect.stringMatching(/made by a newer Parley .*29990101000000_later/)]);
    expect(existsSync(target.dataDir)).toBe(false);
    await target.drop();
  },
  SLOW,
);

test(
  "an interrupted restore can be run again, and until then Parley doesn't start",
  async () => {
    const before = await readAll(install.source);
    const archive = await install.backUp();
    const target = await install.makeTarget();
    const child = install.spawn(["restore", archive], target);
    await until(() => expect(existsSync(path.join(target.dataDir, "restore.json"))).toBe(true));
    child.kill("SIGKILL");
    await once(child, "exit");

    const started = await install.run(["start", "reset-link", "ada@example.com"], target);
    expect([started.code, started.output]).toEqual([
      1,
      expect.stringContaining(`Run it again: npm run restore ${archive}`),
    ]);
    const other = await install.run(["restore", await install.backUp()], target);
    expect([other.code, other.output]).toEqual([1, expect.stringContaining("has half of another backup")]);
    const { code, output } = await install.run(["restore", archive], target);
    expect(code, output).toBe(0);
    expect(await readAll(target)).toEqual(before);
    expect(filesIn(target)).toEqual(filesIn(install.source));

    // As if it had been interrupted after the rows were committed: they aren't loaded twice.
    const id = await connected(target.url, async (client) => {
      const { rows } = await client.query<{ id: string }>("SELECT id FROM backups WHERE path = $1", [archive]);
      await client.query(`COMMENT ON TABLE ${HISTORY} IS 'Restored from backup ${rows[0]?.id}'`);
      return rows[0]?.id;
    });
    writeFileSync(path.join(target.dataDir, "restore.json"), JSON.stringify({ id, archive }));
    expect((await install.run(["restore", archive], target)).code).toBe(0);
    expect(await readAll(target)).toEqual(before);
    expect(existsSync(path.join(target.dataDir, "restore.json"))).toBe(false);
    await target.drop();
  },
  SLOW,
);
