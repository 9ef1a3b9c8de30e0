import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { buildIfNeeded, generateIfNeeded } from "@/server/build";
import { sentenceOf } from "@/server/failure";
import { ROOT } from "@/server/root";
import { STARTS_FILE } from "@/server/testing/parley-process";
import { startTestPostgres } from "@/server/testing/postgres";
import {
  countLine,
  kindSums,
  knownTimes,
  newcomers,
  type Report,
  readReport,
  seconds,
  slowestFiles,
  sumOf,
  TIMES_FILE,
} from "@/server/testing/report";
import { runToEnd } from "@/server/testing/run-to-end";

/*
 * `npm test`: runs every test on one PostgreSQL, which it starts and stops. `-- --long` also runs tests that take too long
 * for every run. `-- --keep-times` keeps this run's times, to which later runs compare theirs.
 */

const require = createRequire(import.meta.url);
const isLong = process.argv.includes("--long");

// All temporary files go in there, including those that a crashed test leaves.
const scratch = temporaryDirectory("parley-test-");
const env = { ...process.env, TMPDIR: scratch, ...(isLong && { TEST_LONG: "1" }) };
process.env.TMPDIR = scratch;
const stages: string[] = [];

const report = await runAll().finally(() => rmSync(scratch, { recursive: true, force: true }));
// Printed again at the end, where people look first: the browser tests print a lot after Vitest's failures.
for (const failure of report.failures) console.log(`\n${failure.slice(0, 2000)}`);
// `.ci/run` repeats these lists, which each end with an empty line.
for (const list of [slowestFiles(report), kindSums(report), newcomers(report, readFileSync(TIMES_FILE, "utf8"))])
  if (list.length > 0) console.log(["", ...list].join("\n"));
if (process.argv.includes("--keep-times")) writeFileSync(TIMES_FILE, knownTimes(report));
console.log(["", "Where the time went:", ...stages].join("\n"));
// `.ci/run` repeats these lines, too.
for (const title of report.flaky) console.log(`flaky: ${title}`);
for (const failure of report.failures) console.log(`failed: ${failure.split("\n", 2).join(": ").slice(0, 300)}`);
console.log(countLine(report));
process.exitCode = report.failed > 0 || report.passed === 0 ? 1 : 0;

async function runAll(): Promise<Report> {
  const problem = await stage("build", async () => {
    await generateIfNeeded(console.log);
    return buildIfNeeded(console.log).then(() => null, sentenceOf);
  });
  const postgres = await stage("start PostgreSQL", startTestPostgres);
  Object.assign(env, postgres.env);
  try {
    if (problem === null) return sumOf([await runVitest(), await runPlaywright()]);
    console.error(problem);
    const unbuilt = { passed: 0, failed: 1, skipped: 0, flaky: [], failures: [problem], files: [] };
    return sumOf([await runVitest("--project=!served"), unbuilt]);
  } finally {
    await postgres.stop();
  }
}

function runVitest(...options: string[]): Promise<Report> {
  const program = path.join(path.dirname(require.resolve("vitest/package.json")), "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=./server/testing/vitest-reporter.ts"];
  return runRunner("tests without a browser", program, ["run", ...reporters, ...options]);
}

function runPlaywright(): Promise<Report> {
  const program = path.join(path.dirname(require.resolve("@playwright/test/package.json")), "cli.js");
  return runRunner("tests in a browser", program, [
    "test",
    "--reporter=list,./server/testing/playwright-reporter.ts",
    "--pass-with-no-tests",
  ]);
}

async function runRunner(name: string, program: string, args: string[]): Promise<Report> {
  const directory = path.join(scratch, path.basename(program));
  mkdirSync(directory);
  const [file, starts] = [path.join(directory, "report.json"), path.join(directory, "starts")];
  const code = await stage(name, () =>
    runToEnd(program, args, { cwd: ROOT, env: { ...env, TEST_REPORT: file, [STARTS_FILE]: starts } }),
  );
  addStarts(starts);
  return readReport(file, code);
}

/** Adds a line with the time that a stage spent starting Parley. Starts at the same time are added up. */
function addStarts(file: string): void {
  const times = readFileSync(file, { encoding: "utf8", flag: "a+" }).split("\n").filter(Boolean).map(Number);
  const sum = times.reduce((total, each) => total + each, 0);
  stages.push(`${seconds(sum)}    for starting Parley ${times.length} times`);
}

async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const result = await work();
  stages.push(`${seconds(Date.now() - began)}  ${name}`);
  return result;
}
