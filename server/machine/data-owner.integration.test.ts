import { spawn } from "node:child_process";
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { runCommand } from "@/server/run-program";

// The user nobody, who exists everywhere and owns nothing.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let home = "";
let dataDir = "";
beforeEach(() => {
  home = temporaryDirectory("parley-owner-");
  dataDir = path.join(home, "data");
  mkdirSync(dataDir, { mode: 0o755 });
  writeFileSync(path.join(dataDir, "nextauth-secret"), "a secret that is long", { mode: 0o600 });
  if (isRoot) for (const each of [dataDir, path.join(dataDir, "nextauth-secret")]) chownSync(each, NOBODY, NOBODY);
});
afterEach(() => {
  removeDataDir(dataDir);
  rmSync(home, { recursive: true, force: true });
});

/** Returns what in DATA_DIR doesn't belong to its owner. */
function foreign(): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(
    (name) => lstatSync(path.join(dataDir, name)).uid !== NOBODY,
  );
}

const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: "", NEXTAUTH_SECRET: "", BACKUP_DIR: "", BASE_URL: "" });

test.runIf(isRoot)(
  "what root's commands create in DATA_DIR belongs to its owner, who can go on, the embedded database included",
  async () => {
    const first = await runCommand(["doctor"], { ...settings(), PORT: `${await freePort()}` });
    expect(first.output).toContain("There is no database yet.");
    const seeded = await run(["prisma/seed.ts"]);
    expect(seeded).toContain("The demo workspace is ready");
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

test.runIf(isRoot)(
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

test.runIf(isRoot)("the doctor names what its user can't write in DATA_DIR's folders, and the command", async () => {
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

test.runIf(isRoot)("where root has always run Parley, root does so on, and says how to change it", async () => {
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
