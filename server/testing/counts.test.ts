import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightCounts, vitestCounts, vitestFailures } from "@/server/testing/counts";

const directory = mkdtempSync(path.join(tmpdir(), "parley-counts-"));
afterAll(() => rmSync(directory, { recursive: true }));

function report(content: object): string {
  const file = path.join(directory, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

test("passed, failed and skipped tests are counted as the runners report them", () => {
  expect(vitestCounts(report(vitest), 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(playwrightCounts(report({ stats }), 1)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test("a test file that can't be loaded is a failure", () => {
  const testResults = [{ name: "a.test.ts", status: "failed", message: "no such module", assertionResults: [] }];
  const file = report({ ...vitest, testResults });
  expect(vitestCounts(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  expect(vitestFailures(file)).toEqual(["a.test.ts\nno such module"]);
});

test("each failed test is told with its file and its reason", () => {
  const assertionResults = [
    { status: "passed", fullName: "adds", failureMessages: [] },
    { status: "failed", fullName: "subtracts", failureMessages: ["expected 1 to be 2"] },
  ];
  const testResults = [{ name: "b.test.ts", status: "failed", message: "", assertionResults }];
  expect(vitestFailures(report({ ...vitest, testResults }))).toEqual(["b.test.ts > subtracts\nexpected 1 to be 2"]);
});

test("a runner that fails without a failed test, or without a report, is a failure", () => {
  expect(vitestCounts(report(vitest), 1).failed).toBe(1);
  expect(playwrightCounts(path.join(directory, "none.json"), 0).failed).toBe(1);
});
