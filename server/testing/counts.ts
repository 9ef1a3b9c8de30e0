import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

/** How many tests ended how. */
export type Counts = { passed: number; failed: number; skipped: number };

const count = z.number().int().nonnegative();
const vitestReport = z.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
});

/** Counts from Vitest's JSON report. A file that can't even be loaded is one failure, and so is a bad exit without any. */
export function vitestCounts(file: string, exitCode: number): Counts {
  const report = read(file, vitestReport);
  if (report === null) return crashed;
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.every((result) => result.status !== "failed");
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return honest({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length, skipped }, exitCode);
}

/** Counts from Playwright's JSON report. A test that passed only when repeated has failed. */
export function playwrightCounts(file: string, exitCode: number): Counts {
  const report = read(file, playwrightReport);
  if (report === null) return crashed;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, exitCode);
}

/** A paragraph for each failed test in Vitest's JSON report, and for each file that couldn't be loaded: which, and why. */
export function vitestFailures(file: string): string[] {
  return (read(file, vitestReport)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0 && status === "failed") return [`${name}\n${message}`];
    return failed.map((result) => [`${name} > ${result.fullName}`, ...(result.failureMessages ?? [])].join("\n"));
  });
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0 };

function honest(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null;
  const result = schema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  return result.success ? result.data : null;
}
