import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { testAsRoot } from "@/lib/testing/as-root";
import { TestBucket } from "@/lib/testing/bucket";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { runCommand } from "@/server/run-program";

// The user nobody, who exists everywhere and owns nothing.
const NOBODY = 65_534;
// Of no bytes.
const HASH = createHash("sha256").digest("hex");
const isRoot = process.getuid?.() === 0;

let home = "";
let dataDir = "";
beforeEach(makeHome);
afterEach(removeHome);

function makeHome(): void {
  home = temporaryDirectory("parley-owner-");
  dataDir = path.join(home, "data");
  mkdirSync(dataDir, { mode: 0o755 });
  writeFileSync(path.join(dataDir, "nextauth-secret"), "a secret that is long", { mode: 0o600 });
  if (isRoot) for (const each of [dataDir, path.join(dataDir, "nextauth-secret")]) chownSync(each, NOBODY, NOBODY);
}

function removeHome(): void {
  removeDataDir(dataDir);
  rmSync(home, { recursive: true, force: true });
}

/** A copy of a DATA_DIR with the demo workspace, which root has made, and what the doctor and the seed said. */
const seeded = { directory: temporaryDirectory("parley-seeded-"), doctor: "", seed: "" };
beforeAll(async () => {
  if (!isRoot) return;
  makeHome();
  seeded.doctor = (await runCommand(["doctor"], { ...settings(), PORT: `${await freePort()}` })).output;
  seeded.seed = await run(["prisma/seed.ts"]);
  copy(dataDir, seeded.directory);
  removeHome();
}, 240_000);
afterAll(() => rmSync(seeded.directory, { recursive: true, force: true }));

/** Copies a directory's contents. Unlike Node's, this copy keeps their owners. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", `${from}/.`, to]);
}

/** Returns what in DATA_DIR, or another directory, doesn't belong to its owner. */
function foreign(directory = dataDir): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (name) => lstatSync(path.join(directory, name)).uid !== NOBODY,
  );
}

/** Creates an empty DATA_DIR for the same user, and returns the settings that name it. */
function emptyPlace(): Record<string, string> {
  const directory = path.join(home, "empty");
  mkdirSync(directory);
  chownSync(directory, NOBODY, NOBODY);
  return { ...settings(), DATA_DIR: directory };
}

/** Writes an export of Slack with one message and returns its path. */
function writeExport(within: string): string {
  const directory = path.join(within, "export");
  mkdirSync(path.join(directory, "moved"), { recursive: true });
  const put = (name: string, value: unknown) => writeFileSync(path.join(directory, name), JSON.stringify(value));
  put("users.json", [{ id: "U1", team_id: "T1", name: "ada", profile: { real_name: "Ada", email: "a@example.com" } }]);
  put("channels.json", [{ id: "C1", name: "moved", members: ["U1"] }]);
  put("moved/2024-01-01.json", [{ type: "message", user: "U1", ts: "1704067200.000000", text: "Hello" }]);
  return directory;
}

const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: "", NEXTAUTH_SECRET: "", BACKUP_DIR: "", BASE_URL: "" });

testAsRoot(
  "what root's commands create in DATA_DIR belongs to its owner, who can go on, the embedded database included",
  async () => {
    expect(seeded.doctor).toContain("There is no database yet.");
    expect(seeded.seed).toContain("The demo workspace is ready");
    copy(seeded.directory, dataDir);
    const backedUp = await runCommand(["backup"], settings());
    expect(backedUp.output).toContain("Backed up to");
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(["backups", "postgres", "postgres-password"]));
    expect(existsSync(path.join(dataDir, "postgres.location"))).toBe(false);
    expect(foreign()).toEqual([]);
    // As that user, it works on.
    expect(await run(["server/main.ts", "backup"], NOBODY)).toContain("Backed up to");
  },
  240_000,
);

testAsRoot(
  "a DATA_DIR that doesn't exist belongs to the owner of the directory that it's created in",
  async () => {
    rmSync(dataDir, { recursive: true });
    chownSync(home, NOBODY, NOBODY);
    expect(await run(["prisma/seed.ts"])).toContain("The demo workspace is ready");
    expect(lstatSync(dataDir).uid).toBe(NOBODY);
    expect(foreign()).toEqual([]);
  },
  240_000,
);

testAsRoot("the doctor names what its user can't write in DATA_DIR's folders, and the command", async () => {
  for (const name of ["uploads", "uploads/incoming", "uploads/ab", "senders"]) mkdirSync(path.join(dataDir, name));
  writeFileSync(path.join(dataDir, "uploads/ab/file"), "", { mode: 0o600 });
  writeFileSync(path.join(dataDir, "senders/own.yaml"), "", { mode: 0o644 });
  for (const name of ["uploads", "uploads/ab"]) chownSync(path.join(dataDir, name), NOBODY, NOBODY);
  const output = await run(["server/main.ts", "doctor"], NOBODY);
  const [incoming, file] = ["uploads/incoming", "uploads/ab/file"].map((name) => path.join(dataDir, name));
  const line = output.split("\n").findIndex((each) => each.startsWith("fail  Permissions: "));
  const [says, fix] = output.split("\n").slice(line, line + 2);
  for (const each of [incoming, file]) expect(says).toContain(each);
  expect(says).not.toContain("senders");
  expect(fix).toContain(`chown -R nobody: ${dataDir} as root`);
});

testAsRoot(
  "what root imports, moves, checks and restores belongs to DATA_DIR's owner",
  async () => {
    const bucket = await TestBucket.open();
    copy(seeded.directory, dataDir);
    const upload = path.join(dataDir, "uploads", HASH.slice(0, 2), HASH);
    mkdirSync(path.dirname(upload), { recursive: true });
    writeFileSync(upload, "");
    for (const each of [path.join(dataDir, "uploads"), path.dirname(upload), upload]) chownSync(each, NOBODY, NOBODY);
    const commands: [command: string[], more: Record<string, string>, says: string][] = [
      [["import", writeExport(home), "--yes"], {}, "Imported 1 message"],
      [["files", "move"], bucket.env, "Moved 1 file"],
      [["files", "move"], { ...bucket.env, FILE_STORE: "disk" }, "Moved 1 file"],
      [["senders", "check"], {}, "no mistakes"],
      [["backup"], {}, "Backed up to"],
    ];
    for (const [command, more, says] of commands)
      expect((await runCommand(command, { ...settings(), ...more })).output).toContain(says);
    await bucket.close();
    expect(existsSync(upload)).toBe(true);
    expect(foreign()).toEqual([]);

    const [archive = ""] = readdirSync(path.join(dataDir, "backups")).filter((name) => name.endsWith(".tar"));
    const { output } = await runCommand(["restore", path.join(dataDir, "backups", archive)], emptyPlace());
    expect(output).toContain("Restored into");
    expect(foreign(path.join(home, "empty"))).toEqual([]);
  },
  240_000,
);

testAsRoot(
  "what DATA_DIR's owner can't read or write is said in one sentence",
  async () => {
    copy(seeded.directory, dataDir);
    const hidden = path.join(home, "private");
    mkdirSync(hidden, { mode: 0o700 });
    const file = path.join(hidden, "file");
    const unread = `Can't read ${file} (permission denied for the user nobody). Parley runs as the owner of DATA_DIR. Copy it to where this user can read it.\n`;
    expect(await runCommand(["restore", file], emptyPlace())).toEqual({ code: 1, output: unread });
    expect(await runCommand(["import", file], settings())).toEqual({ code: 1, output: unread });
    expect(await runCommand(["senders", "check", file], settings())).toEqual({ code: 1, output: unread });
    expect(await runCommand(["backup"], { ...settings(), BACKUP_DIR: hidden })).toEqual({
      code: 1,
      output: `Can't use ${hidden} (permission denied). Let the user nobody write to ${hidden}, or set BACKUP_DIR.\n`,
    });
    chownSync(path.join(dataDir, "postgres-password"), 0, 0);
    expect(await run(["server/main.ts", "backup"], NOBODY)).toBe(
      `Can't use ${path.join(dataDir, "postgres-password")} (permission denied). It belongs to root: stop Parley, run chown -R nobody: ${dataDir} as root, and try again.\n`,
    );
  },
  240_000,
);

testAsRoot("where root has always run Parley, root does so on, and says how to change it", async () => {
  chownSync(path.join(dataDir, "nextauth-secret"), 0, 0);
  const { output } = await runCommand(["doctor"], { ...settings(), PORT: `${await freePort()}` });
  expect(output).toContain(`chown -R nobody: ${dataDir}`);
});

/** Runs a file with the launcher, as this user if given, and returns what it printed. */
async function run(args: string[], uid?: number): Promise<string> {
  const child = spawn(process.execPath, ["server/launch.mjs", ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings() },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}
