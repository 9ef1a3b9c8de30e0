import { spawn } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { stopChild } from "@/server/testing/parley-process";

const dataDir = temporaryDirectory("parley-dev-");
afterAll(() => removeDataDir(dataDir));

test("npm run dev prints each line once, and none about its configuration or the Edge runtime", {
  timeout: 120_000,
}, async () => {
  const port = await freePort();
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ["server/launch.mjs", "server/main.ts", "dev"], {
    cwd: ROOT,
    env: { ...env, PORT: `${port}`, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain("Parley is running");
    for (const path of ["/setup", "/api/health"])
      expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(200);
  } finally {
    expect(await stopChild(child, "SIGINT"), output).toBe(0);
  }
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  expect(lines.filter((line) => /Edge Runtime|next\.config|^\s+at /.test(line))).toEqual([]);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});
