import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { backupFolderProblem, openBackupFolder } from "@/lib/operation/backup/folder";
import { temporaryDirectory } from "@/lib/testing/data-dir";

const home = temporaryDirectory("parley-backup-folder-");
const mount = path.join(home, "mount");
const MARKER = ".parley-backups";

beforeEach(() => {
  vi.stubEnv("DATA_DIR", path.join(home, "data"));
  vi.stubEnv("BACKUP_DIR", mount);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const name of ["data", "mount"]) rmSync(path.join(home, name), { recursive: true, force: true });
});
afterAll(() => rmSync(home, { recursive: true }));

const none = () => Promise.resolve([]);
const before = () => Promise.resolve([path.join(mount, "parley-1.tar")]);
const refusal = (made: () => Promise<string[]> = none) =>
  openBackupFolder(made).then(
    () => null,
    (error: Error) => error.message,
  );

test("a BACKUP_DIR that doesn't exist is refused with what to do, and isn't created", async () => {
  const sentence = `The folder ${mount} in BACKUP_DIR doesn't exist. Mount its disk, or create it once: mkdir -p -m 700 ${mount}`;
  expect([await backupFolderProblem(none), await refusal()]).toEqual([sentence, sentence]);
  expect(existsSync(mount)).toBe(false);
});

test("the folder in DATA_DIR is created, also if BACKUP_DIR names it", async () => {
  for (const named of ["", path.join(home, "data/backups")]) {
    vi.stubEnv("BACKUP_DIR", named);
    expect([await backupFolderProblem(none), await refusal()]).toEqual([null, null]);
    expect(readdirSync(path.join(home, "data/backups"))).toEqual([MARKER]);
    rmSync(path.join(home, "data"), { recursive: true });
  }
});

test("an empty folder is refused if Parley has backed up into it before: its disk isn't mounted", async () => {
  mkdirSync(mount);
  expect(await refusal(before)).toBe(
    `${mount} has none of the backups that Parley made there, so its disk isn't mounted. Mount it. If you emptied the folder yourself, run: touch ${mount}/${MARKER}`,
  );
  expect(readdirSync(mount)).toEqual([]);
  writeFileSync(path.join(mount, MARKER), "");
  expect(await refusal(before)).toBeNull();
});

test("a folder with an archive from before, or without any record, is used and marked", async () => {
  mkdirSync(mount);
  expect(await refusal()).toBeNull();
  expect(readdirSync(mount)).toEqual([MARKER]);
  expect(await refusal(before)).toBeNull();
  rmSync(path.join(mount, MARKER));
  writeFileSync(path.join(mount, "parley-1.tar"), "");
  expect(await refusal(before)).toBeNull();
  expect(existsSync(path.join(mount, MARKER))).toBe(true);
});

test.each([
  ["/proc/foo", /^The folder \/proc\/foo in BACKUP_DIR doesn't exist\./],
  ["/proc", /^Can't use \/proc \(ENOENT\)\. Set BACKUP_DIR to a folder on a disk\.$/],
  ["/dev/null", /^\/dev\/null isn't a folder\. Set BACKUP_DIR to one\.$/],
  ["/dev/null/foo", /^Can't use \/dev\/null\/foo \(ENOTDIR\)\./],
  ["/sys/kernel", /^Can't (use|write to) \/sys\/kernel/],
])("BACKUP_DIR=%s is refused with one sentence, at once", async (dir, sentence) => {
  vi.stubEnv("BACKUP_DIR", dir);
  expect(await refusal()).toMatch(sentence);
});

test("a file, and links to nothing or to themselves, are refused", async () => {
  mkdirSync(mount);
  const [file, dangling, circle] = ["file", "dangling", "circle"].map((name) => path.join(mount, name));
  writeFileSync(file ?? "", "");
  symlinkSync("/nothing/here", dangling ?? "");
  symlinkSync(circle ?? "", circle ?? "");
  for (const [dir, sentence] of [
    [file, "isn't a folder"],
    [dangling, "is a link to a folder that doesn't exist"],
    [circle, "(ELOOP)"],
  ] as const) {
    vi.stubEnv("BACKUP_DIR", dir ?? "");
    expect(await refusal()).toContain(sentence);
  }
  expect(existsSync("/nothing")).toBe(false);
});

// Root may write anywhere but in a read-only file system.
test.skipIf(process.getuid?.() === 0)("a folder that can't be written to is refused", async () => {
  mkdirSync(mount, { mode: 0o500 });
  expect(await refusal()).toMatch(/permission denied\)\. Let \S.* write to/);
});
