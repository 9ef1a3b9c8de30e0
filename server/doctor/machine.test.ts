import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testAsRoot } from "@/lib/testing/as-root";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { checkNode, checkPermissions, checkSpace, checkSync, checkTimeZone } from "@/server/doctor/machine";

let dataDir = "";
beforeEach(() => {
  dataDir = temporaryDirectory("parley-doctor-");
  chmodSync(dataDir, 0o711);
});
afterEach(() => removeDataDir(dataDir));

test("Node: an old version fails", () => {
  expect(checkNode("20.19.0")).toMatchObject({ level: "ok" });
  expect(checkNode("24.1.0")).toMatchObject({ level: "ok" });
  for (const old of ["18.20.4", "20.18.3"]) {
    expect(checkNode(old)).toMatchObject({
      level: "fail",
      says: `This is Node ${old}, and Parley needs 20.19 or newer.`,
    });
  }
});

test("time zone: a name that doesn't exist is a warning, and a Node without time zones fails", () => {
  expect(checkTimeZone("Europe/Berlin")).toMatchObject({ level: "ok" });
  expect(checkTimeZone("Europe/Berlln")).toEqual({
    level: "warn",
    says: `TZ is "Europe/Berlln", which isn't a time zone, so schedules follow UTC.`,
    fix: "Set TZ to a name such as Europe/Berlin, or unset it.",
  });
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(
    class {
      constructor() {
        throw new RangeError("Invalid time zone");
      }
    } as never,
  );
  expect(checkTimeZone("")).toMatchObject({ level: "fail" });
});

test("disk space: little is a warning, nearly none fails", async () => {
  const withFree = (free: number) => checkSpace(dataDir, async () => ({ bsize: 1, blocks: 100e9, bavail: free }));
  expect(await withFree(50e9)).toMatchObject({
    level: "ok",
    says: expect.stringMatching(/^47 GiB of 93 GiB are free/),
  });
  expect(await withFree(5e9)).toMatchObject({ level: "warn" });
  expect(await withFree(0.5e9)).toMatchObject({ level: "fail", fix: expect.stringContaining("UPLOAD_TOTAL_LIMIT") });
  // A directory that doesn't exist yet is on the disk of the one that will hold it.
  expect((await checkSpace(path.join(dataDir, "a/b"))).says).toContain("are free");
});

test.runIf(existsSync("/dev/shm"))("disk: a file system in memory fails", async () => {
  const directory = path.join("/dev/shm", path.basename(dataDir));
  mkdirSync(directory);
  try {
    expect(await checkSync(directory)).toMatchObject([
      { level: "fail", says: expect.stringContaining("is in memory") },
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("disk: a write that isn't synced or takes long is a warning", async () => {
  const taking = async (milliseconds: number) => (await checkSync(dataDir, async () => milliseconds))[0];
  expect(await taking(2)).toMatchObject({ level: "ok" });
  expect(await taking(0.004)).toMatchObject({ level: "warn", says: expect.stringContaining("probably isn't synced") });
  expect(await taking(180)).toMatchObject({ level: "warn", says: expect.stringContaining("takes 180 ms") });
  expect((await checkSync(dataDir))[0]?.says).toMatch(/takes (only )?[\d.]+ ms/);
});

test("permissions: secrets that others can read and a directory that others can write to fail", async () => {
  const secret = path.join(dataDir, "nextauth-secret");
  writeFileSync(secret, "secret", { mode: 0o600 });
  expect(await checkPermissions(dataDir)).toMatchObject([{ level: "ok" }]);
  chmodSync(secret, 0o644);
  chmodSync(dataDir, 0o777);
  expect(await checkPermissions(dataDir)).toEqual([
    { level: "fail", says: `Other users of this machine can write to ${dataDir}.`, fix: `Run chmod go-w ${dataDir}` },
    { level: "fail", says: `Other users of this machine can read ${secret}.`, fix: `Run chmod 600 ${secret}` },
  ]);
});

test("permissions: a DATA_DIR that isn't a directory fails, and a missing one is a warning", async () => {
  const file = path.join(dataDir, "file");
  writeFileSync(file, "");
  expect(await checkPermissions(file)).toMatchObject([{ level: "fail", says: `${file} isn't a directory.` }]);
  expect(await checkPermissions(path.join(dataDir, "missing"))).toMatchObject([{ level: "warn" }]);
});

testAsRoot("permissions: a user who can't write to DATA_DIR or doesn't own it fails", async () => {
  writeFileSync(path.join(dataDir, "nextauth-secret"), "secret", { mode: 0o600 });
  // Node runs system calls on threads that all take on this user.
  process.seteuid?.("nobody");
  try {
    vi.spyOn(process, "getuid").mockReturnValue(65_534);
    expect(await checkPermissions(dataDir)).toMatchObject([
      { level: "fail", says: expect.stringMatching(/^Can't write to .* \(permission denied for the user nobody\)\.$/) },
      { level: "fail", says: expect.stringContaining("doesn't belong to") },
    ]);
  } finally {
    process.seteuid?.("root");
  }
});
