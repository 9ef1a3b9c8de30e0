import { existsSync } from "node:fs";
import path from "node:path";
import { runProgram } from "@/server/run-program";

/**
 * Returns the path of a program that tests need and npm doesn't have, from the system. As root on Debian, installs its
 * package if it's missing. Throws if it can't be had.
 */
export async function debianProgram(name: string, packageName = name): Promise<string> {
  const installed = findProgram(name);
  if (installed !== null) return installed;
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const needed = `This test needs ${name}. Install Debian's package ${packageName}`;
  if (process.getuid?.() !== 0 || findProgram("apt-get") === null) throw new Error(`${needed}.`);
  await runProgram("apt-get", ["update", "-qq"], quiet);
  const { output } = await runProgram(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", packageName],
    quiet,
  );
  const found = findProgram(name);
  if (found === null) throw new Error(`${needed}; apt-get couldn't:\n${output}`);
  return found;
}

function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}
