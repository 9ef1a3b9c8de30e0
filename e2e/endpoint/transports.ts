import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { test as base } from "@playwright/test";
import { disconnect } from "@/lib/db/client";
import { runShutdown } from "@/lib/on-shutdown";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { connectToRunning } from "@/server/embedded-postgres";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { ParleyProcess } from "@/server/testing/parley-process";

/** The ways in which a request reaches the endpoint: our listener's express lane, and Next's own server. */
export const TRANSPORTS = ["the listener", "plain next start"] as const;

export type Transport = (typeof TRANSPORTS)[number];

/** Few enough to reach quickly. Every test has webhooks of its own, so none is limited by accident. */
export const POSTS_PER_WINDOW = 25;

const SECRET = "a secret for the endpoint's tests";
const require = createRequire(import.meta.url);

/** Both transports on one database, to which the test itself is connected too, as a third instance would be. */
export const test = base.extend<object, { baseUrls: Record<Transport, string> }>({
  baseUrls: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const dataDir = temporaryDirectory("parley-endpoint-");
      const given = { WEBHOOK_RATE_LIMIT: `${POSTS_PER_WINDOW}/600`, NEXTAUTH_SECRET: SECRET };
      const before = Object.keys(given).map((name) => [name, process.env[name]] as const);
      Object.assign(process.env, given);
      const parley = await ParleyProcess.start(dataDir);
      const databaseUrl = (await connectToRunning(dataDir)) ?? "";
      process.env.DATABASE_URL = databaseUrl;
      const next = await startNext({ ...given, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });

      await use({ "the listener": parley.baseUrl, "plain next start": next.baseUrl });

      await next.stop();
      await runShutdown();
      await disconnect();
      await parley.stop();
      removeDataDir(dataDir);
      for (const [name, value] of [...before, ["DATABASE_URL", undefined] as const]) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** `next start` as anybody would run it, without anything of ours around it. */
async function startNext(env: Record<string, string>): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [require.resolve("next/dist/bin/next"), "start", "-p", `${port}`], {
    cwd: ROOT,
    env: { ...process.env, ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const baseUrl = `http://localhost:${port}`;
  const deadline = Date.now() + 60_000;
  while (!(await serves(baseUrl))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      throw new Error(`next start does not serve:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { baseUrl, stop: () => stop(child) };
}

async function serves(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
