import { spawn } from "node:child_process";

/** Runs a Node program on our terminal and resolves with its exit code. Passes signals on and waits for it to end. */
export async function runToEnd(
  program: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<number> {
  const child = spawn(process.execPath, [program, ...args], { ...options, stdio: ["ignore", "inherit", "inherit"] });
  // A terminal sends SIGINT to both processes. This handler only keeps ours from ending first.
  const wait = () => undefined;
  const passOn = () => void child.kill("SIGTERM");
  process.on("SIGINT", wait).on("SIGTERM", passOn);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    process.off("SIGINT", wait).off("SIGTERM", passOn);
  }
}
