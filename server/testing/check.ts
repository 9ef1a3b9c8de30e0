import path from "node:path";
import { generateIfNeeded } from "@/server/build";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";

const began = Date.now();

await generateIfNeeded(console.log);
const results = await Promise.all([
  step("types", ["next", "typegen"], ["tsc", "--noEmit"]),
  step("lint and format", ["biome", "ci", "--error-on-warnings", "--colors=off"]),
  step("dead code", ["knip", "--no-progress"]),
  step("unit tests", ["vitest", "run", "--project=pure", "--project=unit", "--reporter=dot"]),
]);
console.log(`Checked in ${seconds(began)} s.`);
process.exitCode = results.every((passed) => passed) ? 0 : 1;

/** Runs commands one after the other as far as they succeed, and prints one line, with their output if one failed. */
async function step(name: string, ...commands: string[][]): Promise<boolean> {
  const start = Date.now();
  let output = "";
  for (const [program = "", ...args] of commands) {
    const result = await runProgram(path.join(ROOT, "node_modules/.bin", program), args);
    output += result.output;
    if (result.code !== 0) {
      console.error(`✗ ${name} (${seconds(start)} s)\n${output.trimEnd()}\n`);
      return false;
    }
  }
  console.log(`✓ ${name} (${seconds(start)} s)`);
  return true;
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
