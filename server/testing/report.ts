import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ROOT } from "@/server/root";

const count = z.number().int().nonnegative();
const reportSchema = z.object({
  passed: count,
  failed: count,
  skipped: count,
  /** Browser tests that passed only on their second try. */
  flaky: z.array(z.string()),
  /** A paragraph for each failed test: which, and why. */
  failures: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), milliseconds: z.number() })),
});

/** The result of a test run, the same for every runner. */
export type Report = z.infer<typeof reportSchema>;

/** The result of one test. */
export type TestResult = { title: string; outcome: "passed" | "failed" | "skipped" | "flaky"; errors: string[] };

const SLOWEST = 10;

/** Writes a runner's report to the file in TEST_REPORT. Does nothing if that isn't set. */
export function writeReport(tests: TestResult[], more: { errors: string[]; files: Report["files"] }): void {
  const file = process.env.TEST_REPORT;
  if (!file) return;
  const flaky = tests.filter(({ outcome }) => outcome === "flaky").map(({ title }) => title);
  const failed = tests.filter(({ outcome }) => outcome === "failed");
  const report: Report = {
    passed: tests.filter(({ outcome }) => outcome === "passed").length + flaky.length,
    failed: failed.length + more.errors.length,
    skipped: tests.filter(({ outcome }) => outcome === "skipped").length,
    flaky,
    failures: [...failed.map(({ title, errors }) => [title, ...errors].join("\n")), ...more.errors],
    files: more.files.map(({ name, milliseconds }) => ({ name: path.relative(ROOT, name), milliseconds })),
  };
  writeFileSync(file, JSON.stringify(report));
}

/** Reads a runner's report. A missing report, or an exit code that no failed test explains, counts as one failure. */
export function readReport(file: string, exitCode: number): Report {
  const report = existsSync(file) ? reportSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : noReport;
  const isUnexplained = report.failed === 0 && (exitCode !== 0 || report === noReport);
  return isUnexplained ? { ...report, failed: 1 } : report;
}

/** Adds up the reports of several runs. */
export function sumOf(reports: Report[]): Report {
  const total = (key: "passed" | "failed" | "skipped") => reports.reduce((sum, report) => sum + report[key], 0);
  return {
    passed: total("passed"),
    failed: total("failed"),
    skipped: total("skipped"),
    flaky: reports.flatMap(({ flaky }) => flaky),
    failures: reports.flatMap(({ failures }) => failures),
    files: reports.flatMap(({ files }) => files),
  };
}

/** Returns lines that list the slowest test files, slowest first. */
export function slowestFiles({ files }: Report): string[] {
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
  return [
    "The ten slowest test files:",
    ...slowest.map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}`),
  ];
}

/** Returns the last line of a run, which `.ci/run` parses. */
export function countLine({ passed, failed, skipped }: Report): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Formats milliseconds as seconds, aligned to the right. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(7)} s`;
}

const noReport: Report = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [], files: [] };
