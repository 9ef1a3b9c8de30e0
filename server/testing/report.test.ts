import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import {
  countLine,
  kindSums,
  knownTimes,
  newcomers,
  type Report,
  readReport,
  slowestFiles,
  sumOf,
  type TestResult,
  writeReport,
} from "@/server/testing/report";

const directory = mkdtempSync(path.join(tmpdir(), "parley-report-"));
const file = path.join(directory, "report.json");
const before = process.env.TEST_REPORT;
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(() => {
  if (before === undefined) delete process.env.TEST_REPORT;
  else process.env.TEST_REPORT = before;
});

function reportOf(tests: TestResult[], errors: string[] = [], exitCode = 0) {
  process.env.TEST_REPORT = file;
  writeReport(tests, { errors, files: [{ name: path.resolve("a.test.ts"), milliseconds: 20 }] });
  return readReport(file, exitCode);
}

const passed: TestResult = { title: "adds", outcome: "passed", errors: [] };

test("a report counts tests by outcome and names flaky ones", () => {
  const report = reportOf([
    passed,
    { ...passed, outcome: "skipped" },
    { title: "waits", outcome: "flaky", errors: ["too late"] },
    { title: "subtracts", outcome: "failed", errors: ["expected 1 to be 2"] },
  ]);
  expect(report).toMatchObject({ passed: 2, failed: 1, skipped: 1, flaky: ["waits"] });
  expect(report.failures).toEqual(["subtracts\nexpected 1 to be 2"]);
  expect(countLine(report)).toBe("2 passed, 1 failed, 1 skipped");
});

test("a test file that can't be loaded counts as a failure", () => {
  expect(reportOf([passed], ["b.test.ts\nno such module"])).toMatchObject({ passed: 1, failed: 1 });
});

test("a runner that fails without a failed test or without a report counts as a failure", () => {
  expect(reportOf([passed], [], 1)).toMatchObject({ passed: 1, failed: 1 });
  expect(readReport(path.join(directory, "none.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
});

test("reports add up, and the slowest files are listed first", () => {
  const one = reportOf([passed]);
  const slow = { ...one, files: [{ name: "slow.test.ts", milliseconds: 61_500 }] };
  expect(sumOf([one, slow])).toMatchObject({ passed: 2, failed: 0 });
  expect(slowestFiles(sumOf([one, slow])).slice(1)).toEqual(["   61.5 s  slow.test.ts", "    0.0 s  a.test.ts"]);
});

/** A report of files, by their names and seconds. */
function took(times: Record<string, number>): Report {
  const files = Object.entries(times).map(([name, each]) => ({ name, milliseconds: each * 1000 }));
  return { ...reportOf([passed]), files };
}

test("the times of each kind of tests are added up", () => {
  const times = took({
    "lib/a.test.ts": 1,
    "components/b.test.tsx": 2,
    "lib/c.integration.test.ts": 4,
    "e2e/d/d.test.ts": 8,
    "e2e/e.spec.ts": 16,
  });
  expect(kindSums(times).slice(1)).toEqual([
    "    3.0 s  unit",
    "    4.0 s  integration",
    "    8.0 s  served",
    "   16.0 s  browser",
  ]);
});

test("a slow file that wasn't there before, or was much quicker, is new among the slowest", () => {
  const before = knownTimes(took({ "same.test.ts": 30, "slower.test.ts": 10, "a little.test.ts": 20 }));
  expect(before).toBe("30.0 same.test.ts\n20.0 a little.test.ts\n10.0 slower.test.ts\n");
  const now = {
    "same.test.ts": 31,
    "slower.test.ts": 25,
    "a little.test.ts": 29,
    "new.test.ts": 40,
    "quick.test.ts": 3,
  };
  expect(newcomers(took(now), before)).toEqual([
    "New among the slowest test files:",
    "   40.0 s  new.test.ts (new)",
    "   25.0 s  slower.test.ts (10.0 s)",
  ]);
  expect(newcomers(took({ "same.test.ts": 31 }), before)).toEqual([]);
});
