import { spawn } from "node:child_process";
import { ROOT } from "@/server/root";

/**
 * Runs a program in the checkout and returns its exit code, or the signal that killed it, and its output. Kills it when
 * this process exits.
 */
export async function runProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const endWithUs = () => void child.kill();
  process.once("exit", endWithUs);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => resolve(exitCode ?? signal ?? 1));
  });
  process.off("exit", endWithUs);
  return { code, output };
}
