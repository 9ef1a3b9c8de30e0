import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { buildIfNeeded, generateIfNeeded } from "@/server/build";
import { sentenceOf } from "@/server/failure";
import { ROOT } from "@/server/root";
import { type Counts, playwrightCounts, vitestCounts, vitestFailures } from "@/server/testing/counts";
import { runToEnd } from "@/server/testing/run-to-end";

const require = createRequire(import.meta.url);

// Everything temporary goes in here, also what a crashed test forgets.
const scratch = temporaryDirectory("parley-test-");
const env = { ...process.env, TMPDIR: scratch, PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(scratch, "playwright.json") };

// Told once more at the very end, where they are looked for first: the browser's tests print a lot after them.
const failures: string[] = [];
const counts = await runAll().finally(() => rmSync(scratch, { recursive: true, force: true }));
for (const failure of failures) console.log(`\n${failure.slice(0, 2000)}`);
const total = counts.passed + counts.failed;
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`,
);
process.exitCode = counts.failed > 0 || total === 0 ? 1 : 0;

async function runAll(): Promise<Counts> {
  await generateIfNeeded(console.log);
  const failure = await buildIfNeeded(console.log).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) return sum(await runVitest(), await runPlaywright());
  console.error(sentenceOf(failure));
  return sum(await runVitest("--project=!served"), { passed: 0, failed: 1, skipped: 0 });
}

function sum(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

async function runVitest(...options: string[]): Promise<Counts> {
  const report = path.join(scratch, "vitest.json");
  const program = path.join(path.dirname(require.resolve("vitest/package.json")), "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runToEnd(program, ["run", ...reporters, ...options], { cwd: ROOT, env });
  failures.push(...vitestFailures(report));
  return vitestCounts(report, code);
}

async function runPlaywright(): Promise<Counts> {
  const program = path.join(path.dirname(require.resolve("@playwright/test/package.json")), "cli.js");
  const code = await runToEnd(program, ["test", "--reporter=list,json", "--pass-with-no-tests"], { cwd: ROOT, env });
  return playwrightCounts(env.PLAYWRIGHT_JSON_OUTPUT_NAME, code);
}
