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

// What's compared with the run before is much more than the difference between two runs or two machines.
const [NEWCOMER_MILLISECONDS, NEWCOMER_FACTOR] = [8_000, 2];
/** How many files `knownTimes` has: more than take as long as a newcomer, so that those below don't become one by chance. */
const KNOWN = 100;

/** Where a full run's times are kept, to compare later ones with. `npm test -- --keep-times` writes it. */
export const TIMES_FILE = path.join(ROOT, ".ci/slowest-tests.txt");

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
  return [
    "The ten slowest test files:",
    ...slowest(files, SLOWEST).map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}`),
  ];
}

/** Returns lines that list the kinds of tests with the sum of their files' times. */
export function kindSums({ files }: Report): string[] {
  const sums = new Map<string, number>();
  for (const { name, milliseconds } of files) sums.set(kindOf(name), (sums.get(kindOf(name)) ?? 0) + milliseconds);
  return ["The kinds of tests, added up:", ...Array.from(sums, ([kind, sum]) => `${seconds(sum)}  ${kind}`)];
}

function kindOf(file: string): string {
  if (file.endsWith(".spec.ts")) return "browser";
  if (file.startsWith("e2e/")) return "served";
  return file.includes(".integration.test.") ? "integration" : "unit";
}

/** Returns the slowest files' times as TIMES_FILE keeps them. */
export function knownTimes({ files }: Report): string {
  return slowest(files, KNOWN)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1)} ${name}\n`)
    .join("");
}

function slowest(files: Report["files"], atMost: number): Report["files"] {
  return files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, atMost);
}

/**
 * Returns lines that list the slow files that `known`, the text of TIMES_FILE, doesn't have or has as much quicker; none if
 * there are none.
 */
export function newcomers({ files }: Report, known: string): string[] {
  const before = new Map(Array.from(known.matchAll(/^(\S+) (.+)$/gm), ([, time, name]) => [name, Number(time) * 1000]));
  const slow = files
    .map((file) => ({ ...file, before: before.get(file.name) ?? 0 }))
    .filter(({ milliseconds }) => milliseconds >= NEWCOMER_MILLISECONDS)
    .filter((file) => file.milliseconds > NEWCOMER_FACTOR * file.before)
    .toSorted((a, b) => b.milliseconds - b.before - (a.milliseconds - a.before))
    .slice(0, SLOWEST);
  if (slow.length === 0) return [];
  return [
    "New among the slowest test files:",
    ...slow.map(
      (file) => `${seconds(file.milliseconds)}  ${file.name} (${file.before ? seconds(file.before).trim() : "new"})`,
    ),
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
