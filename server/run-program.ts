import { type ChildProcess, spawn } from "node:child_process";
import { ROOT } from "@/server/root";

/** How a program ended: its exit code, or the signal that killed it, and what it printed. */
export type ProgramResult = { code: number | NodeJS.Signals; output: string };

/** Runs one of Parley's commands, such as `backup`, in a process of its own. Otherwise like `runProgram`. */
export function runCommand(
  command: string[],
  env?: Record<string, string>,
  onStart?: (child: ChildProcess) => void,
): Promise<ProgramResult> {
  return runProgram(process.execPath, ["server/launch.mjs", "server/main.ts", ...command], env, onStart);
}

/** Runs a program in the checkout until it ends. Kills it when this process exits. `onStart` gets its process. */
export async function runProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  onStart?: (child: ChildProcess) => void,
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart?.(child);
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
