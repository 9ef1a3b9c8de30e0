import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { afterAll } from "vitest";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { ConnectedParley } from "@/server/testing/connected-parley";

/** How a request reaches the endpoint: through our listener's express lane or through Next's own server. */
export const TRANSPORTS = ["the listener", "plain next start"] as const;

type Transport = (typeof TRANSPORTS)[number];

/** The rate limit, low enough to reach quickly. Each test has its own webhooks, so none is limited by accident. */
export const POSTS_PER_WINDOW = 25;

const require = createRequire(import.meta.url);

// Both use one database, to which this process is also connected, like a third instance.
const parley = await ConnectedParley.start({ WEBHOOK_RATE_LIMIT: `${POSTS_PER_WINDOW}/600` });
afterAll(() => parley.stop());
const next = await startNext();
afterAll(() => next.stop());

/** The base URL of each transport. */
export const baseUrls: Record<Transport, string> = { "the listener": parley.baseUrl, "plain next start": next.baseUrl };

/** Starts plain `next start`, without Parley's launcher and listener. */
async function startNext(): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [require.resolve("next/dist/bin/next"), "start", "-p", `${port}`], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
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
      throw new Error(`next start doesn't serve:\n${output}`);
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
