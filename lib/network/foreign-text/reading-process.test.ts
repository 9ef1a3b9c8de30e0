import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { ReadingProcess } from "@/lib/network/foreign-text/reading-process";
import { until } from "@/lib/testing/until";

const BAD = path.resolve("lib/testing/bad-reader.mjs");
const started: ReadingProcess[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.end();
});

const reading = (...given: ConstructorParameters<typeof ReadingProcess>) => {
  const made = new ReadingProcess(...given);
  started.push(made);
  return made;
};
const limits = { nodes: 100, depth: 10, characters: 1_000 };
const text = (written: string) => ({ what: "text", input: { text: written }, limits });
/** Waits until a process has ended. What no one waits for stays as a zombie. */
const ended = (pid: number) =>
  until(() => {
    const stat = `/proc/${pid}/stat`;
    if (existsSync("/proc/self/stat") && existsSync(stat) && / Z /.test(readFileSync(stat, "utf8"))) return;
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

test("texts and pages are read, all by one process", async () => {
  const reader = reading();
  expect(reader.pid).toBeUndefined();
  expect(await reader.ask(text("host: web-3\nstate: down\u2028now"))).toEqual({
    host: "web-3",
    state: "down\u2028now",
  });
  const { pid } = reader;
  expect(await reader.ask(text("hello"))).toBeNull();
  const body = Buffer.from("<title>Caf\xe9</title>", "latin1").toString("base64");
  const page = { url: "https://a.example/", contentType: "text/html; charset=latin1", body };
  expect(await reader.ask({ what: "page", input: page, limits })).toMatchObject({ title: "Café" });
  expect(reader.pid).toBe(pid);
});

test.each([
  ["takes too long", "hang", "late"],
  ["takes too much memory", "grow", "died"],
  ["ends the process", "exit", "died"],
  ["throws", "throw", "failed"],
  ["answers too much", "much", "too_large"],
])("a reader that %s leaves its text unread, and the next text is read", async (_, written, reason) => {
  const reader = reading(BAD, written === "grow" ? { answerMs: 30_000 } : written === "hang" ? { answerMs: 500 } : {});
  await reader.ask(text("a: 1"));
  const { pid = 0 } = reader;
  await expect(reader.ask(text(written))).rejects.toMatchObject({ name: "Unread", reason });
  expect(await reader.ask(text("a: 1\nb: 2"))).toEqual({ a: "1", b: "2" });
  expect(reader.pid).not.toBe(pid);
  await ended(pid);
});

test("texts stay unread while the process can't be started", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "parley-reading-"));
  const program = path.join(folder, "program.mjs");
  const reader = reading(program);
  for (const _ of [1, 2]) await expect(reader.ask(text("a: 1\nb: 2"))).rejects.toMatchObject({ reason: "unavailable" });
  const { execPath } = process;
  process.execPath = path.join(folder, "node");
  await expect(reader.ask(text("a: 1\nb: 2"))).rejects.toMatchObject({ reason: "unavailable" });
  process.execPath = execPath;
  writeFileSync(program, `await import(${JSON.stringify(pathToFileURL(BAD).href)});`);
  expect(await reader.ask(text("a: 1\nb: 2"))).toEqual({ a: "1", b: "2" });
  rmSync(folder, { recursive: true });
});

test("an idle process ends, and signals that Parley answers itself don't end it", async () => {
  const reader = reading(undefined, { idleMs: 1 });
  await reader.ask(text("a"));
  await until(() => expect(reader.pid).toBeUndefined());
  const other = reading();
  await other.ask(text("a"));
  const { pid = 0 } = other;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.kill(pid, signal);
  await other.ask(text("a"));
  expect(other.pid).toBe(pid);
});

test.runIf(existsSync("/proc/self/environ"))("the process doesn't have Parley's environment", async () => {
  const reader = reading();
  await reader.ask(text("a"));
  expect(readFileSync(`/proc/${reader.pid}/environ`, "utf8")).toBe("NODE_ENV=production\0");
});

test("the process ends when Parley is killed, also while it reads", async () => {
  for (const written of ["a", "hang"]) {
    const parley = spawn(
      process.execPath,
      [
        "--import=tsx",
        "--input-type=module",
        "--eval",
        `import { ReadingProcess } from "./lib/network/foreign-text/reading-process.ts";
         const reading = new ReadingProcess(${JSON.stringify(BAD)}, { answerMs: 1_000 });
         await reading.ask(${JSON.stringify(text("a"))});
         console.log(reading.pid);
         setInterval(() => {}, 1_000);
         if (${written === "hang"}) void reading.ask(${JSON.stringify(text("hang"))}).catch(() => {});`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const pid = await new Promise<number>((resolve) => parley.stdout.once("data", (said) => resolve(Number(said))));
    process.kill(pid, 0);
    parley.kill("SIGKILL");
    await ended(pid);
  }
});
