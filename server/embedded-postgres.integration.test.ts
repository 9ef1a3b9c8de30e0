import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connected } from "@/lib/db/connected";
import { testAsRoot } from "@/lib/testing/as-root";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { listenLocally } from "@/lib/testing/listen";
import { addressOfRunning, connectToRunning, startEmbeddedPostgres } from "@/server/embedded-postgres";
import { commandLine, processIdentity, waitForExit } from "@/server/machine/processes";
import { runCommand } from "@/server/run-program";

let dataDir = "";
const children: ChildProcess[] = [];
const flags = ["-c", "fsync=off"];
const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, extraFlags: flags });
const pidFile = () => path.join(dataDir, "postgres/cluster/postmaster.pid");
const postmaster = () => Number(readFileSync(pidFile(), "utf8").split("\n", 1)[0]);

beforeEach(() => {
  dataDir = temporaryDirectory("parley-embedded-");
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  removeDataDir(dataDir);
});

test("stopping the database leaves no process, and its rows are there after the next start", async () => {
  const first = await start();
  const pid = postmaster();
  await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  expect(processIdentity(pid)).toBeNull();
  expect(existsSync(path.join(dataDir, "parley.pid"))).toBe(false);
  const second = await start();
  expect(await query(second.databaseUrl, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  await second.stop();
});

test("commits wait for the disk", { timeout: 60_000 }, async () => {
  const { databaseUrl, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"])
    expect(await query(databaseUrl, `SHOW ${name}`)).toEqual([{ [name]: "on" }]);
  await stop();
});

test("the database listens only on 127.0.0.1 and refuses a wrong password", async () => {
  const postgres = await start();
  expect(commandLine(postmaster())).toContain("listen_addresses=127.0.0.1");
  const wrong = new URL(postgres.databaseUrl);
  wrong.password = "wrong";
  await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password/);
  await postgres.stop();
});

test("a data directory in use is refused with the pid of its Parley, which keeps running", async () => {
  const launcher = await startLauncher();
  await expect(start()).rejects.toThrow(new RegExp(`kill ${launcher.pid}\\b.*DATA_DIR`));
  const url = await connectToRunning(dataDir);
  expect(url).not.toBeNull();
  expect(await query(url ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  const postgres = postmaster();
  launcher.kill("SIGTERM");
  expect(await waitForExit(postgres, 10_000)).toBe(true);
  expect(await connectToRunning(dataDir)).toBeNull();
});

test("a database whose Parley was killed is stopped and started again", async () => {
  const launcher = await startLauncher();
  await query((await connectToRunning(dataDir)) ?? "", "CREATE TABLE kept AS SELECT 1 AS answer");
  const orphan = postmaster();
  launcher.kill("SIGKILL");
  await waitForExit(launcher.pid ?? 0, 5_000);
  expect(await connectToRunning(dataDir)).toBeNull();
  const postgres = await start();
  expect(processIdentity(orphan)).toBeNull();
  expect(await query(postgres.databaseUrl, "SELECT answer FROM kept")).toEqual([{ answer: 1 }]);
  await postgres.stop();
});

test("without PORT, the doctor asks the Parley that runs on DATA_DIR where it listens", {
  timeout: 60_000,
}, async () => {
  const postgres = await start();
  const parley = createServer((_request, response) => response.end('{"status":"ok"}'));
  const local = `http://localhost:${await listenLocally(parley)}`;
  const doctor = () => runCommand(["doctor"], { DATA_DIR: dataDir, DATABASE_URL: "", BASE_URL: "", PORT: "" });
  try {
    postgres.announce("https://chat.example.com", local);
    expect(addressOfRunning(dataDir)).toBe(local);
    const { output } = await doctor();
    expect(output).not.toContain("Parley isn't running");
    expect(output).toContain(`The Parley at ${local} doesn't know this install's secret.`);
  } finally {
    parley.close();
    await postgres.stop();
  }
  expect(addressOfRunning(dataDir)).toBeNull();
});

testAsRoot("as root in a private home directory, each start says where the database is", async () => {
  chmodSync(dataDir, 0o700);
  for (const _ of ["first", "second"]) {
    const lines: string[] = [];
    const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), extraFlags: flags });
    await postgres.stop();
    const said = lines.filter((line) => line.startsWith("The database is in "));
    expect(said).toEqual([
      expect.stringMatching(
        /^The database is in \/var\/lib\/parley-[0-9a-f]{12}, because PostgreSQL doesn't run as root/,
      ),
    ]);
  }
});

test("the doctor prints no lines of PostgreSQL's log", { timeout: 60_000 }, async () => {
  await (await start()).stop();
  appendFileSync(path.join(dataDir, "postgres/cluster/postgresql.conf"), "a private text\n");
  const { output } = await runCommand(["doctor"], { DATA_DIR: dataDir, DATABASE_URL: "", BASE_URL: "", PORT: "1" });
  expect(output).toContain(`PostgreSQL didn't start (see ${dataDir}/postgres.log).`);
  expect(output).not.toMatch(/FATAL|LOG:|private text|"level"/);
});

test.each([
  ["belongs to no process", () => 2 ** 22 - 1],
  ["now belongs to an unrelated process", () => process.ppid],
])("the database starts despite a postmaster.pid whose pid %s", async (_, pid) => {
  const first = await start();
  const content = readFileSync(pidFile(), "utf8");
  await first.stop();
  writeFileSync(pidFile(), content.replace(/^\d+/, String(pid())));
  const second = await start();
  expect(await query(second.databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await second.stop();
});

test("leftovers of a crash during the setup are removed", async () => {
  const first = await start();
  await first.stop();
  removeDataDir(path.join(dataDir, "postgres/cluster"));
  mkdirSync(path.join(dataDir, "postgres/draft/base"), { recursive: true });
  writeFileSync(path.join(dataDir, "postgres/draft/PG_VERSION"), "18\n");
  const second = await start();
  expect(await query(second.databaseUrl, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await second.stop();
});

/** Starts a process that holds the data directory, as another Parley would. */
async function startLauncher(): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, "testing/hold-postgres.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", () => reject(new Error("The launcher ended early.")));
  });
  return child;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  return (await connected(url, (client) => client.query<Record<string, unknown>>(sql))).rows;
}
