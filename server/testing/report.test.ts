import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { countLine, readReport, slowestFiles, sumOf, type TestResult, writeReport } from "@/server/testing/report";

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
