import { rmSync } from "node:fs";
import path from "node:path";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { generateIfNeeded } from "@/server/build";
import { sentenceOf } from "@/server/failure";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";
import { fetchedProgram } from "@/server/testing/fetched-package";
import { readReport, seconds, slowestFiles } from "@/server/testing/report";

/*
 * `npm run check`: types, lint, format, dead code and the tests that need neither a database nor a server, in parallel.
 * `-- --static` leaves out the tests, for runs that are followed by `npm test`.
 */

const began = Date.now();
const stages: string[] = [];

await generateIfNeeded(console.log);
const results = await Promise.all([
  step("types", ["next", "typegen"], ["tsc", "--noEmit"]),
  step("lint and format", ["biome", "ci", "--error-on-warnings", "--colors=off"]),
  step("dead code", ["knip", "--no-progress"]),
  ...(process.argv.includes("--static") ? [] : [unitTests()]),
]);
console.log(["", "Where the time went, in parallel:", ...stages].join("\n"));
const passed = results.every((each) => each);
// Comes last, where people look first.
console.log(`${passed ? "Checked" : "FAILED"} in ${seconds(Date.now() - began).trim()}.`);
process.exitCode = passed ? 0 : 1;

/** Runs commands one after the other until one fails. Prints the result, and their output if one failed. */
async function step(name: string, ...commands: string[][]): Promise<boolean> {
  const start = Date.now();
  let output = "";
  let passed = true;
  for (const [program = "", ...args] of commands) {
    const result = await run(program, args);
    output += result.output;
    passed = result.code === 0;
    if (!passed) break;
  }
  stages.push(`${seconds(Date.now() - start)}  ${name}`);
  if (passed) console.log(`✓ ${name}`);
  else console.error(`✗ ${name}\n${output.trimEnd()}\n`);
  return passed;
}

async function run(program: string, args: string[]): ReturnType<typeof runProgram> {
  const fetched = { biome: "@biomejs/biome", knip: "knip" }[program];
  try {
    const file = fetched ? await fetchedProgram(fetched, program) : path.join(ROOT, "node_modules/.bin", program);
    return await runProgram(file, args);
  } catch (error) {
    return { code: 1, output: sentenceOf(error) };
  }
}

async function unitTests(): Promise<boolean> {
  const scratch = temporaryDirectory("parley-check-");
  try {
    const report = path.join(scratch, "report.json");
    const args = ["run", "--project=unit*", "--reporter=dot"];
    // The reporter reads it in the process that runs the tests.
    process.env.TEST_REPORT = report;
    const passed = await step("unit tests", ["vitest", ...args, "--reporter=./server/testing/vitest-reporter.ts"]);
    console.log(["", ...slowestFiles(readReport(report, passed ? 0 : 1))].join("\n"));
    return passed;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
