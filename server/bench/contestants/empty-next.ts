import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Contestant } from "@/server/bench/contestants/parley";
import type { Bench } from "@/server/bench/load/bench";
import { Child } from "@/server/bench/load/load-process";
import { freePort } from "@/server/machine/port";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";

// Inside node_modules, so that the app finds our packages, and git and Parley's own build ignore it.
const APP = path.join(ROOT, "node_modules/.cache/parley-bench/empty-next");
const ROUTE = "app/webhooks/incoming/[webhookId]/[token]/[[...sender]]/route.js";
const FILES = {
  "package.json": '{ "private": true, "type": "module" }\n',
  "next.config.mjs": `export default { poweredByHeader: false, turbopack: { root: ${JSON.stringify(ROOT)} } };\n`,
  [ROUTE]: `const headers = { "content-type": "application/json" };
export const dynamic = "force-dynamic";
export const GET = () => new Response('{"status":"ok"}', { headers });
export const POST = () => new Response('{"messageId":"1","channelId":"1"}', { headers });
`,
};

/** Starts a Next app with a single route handler that responds immediately, to measure what the framework costs per post. */
export async function startEmptyNext({ lifecycle }: Bench): Promise<Contestant> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  await build(next);
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const child = Child.start({ lifecycle, args: [next, "start", APP, "-p", `${port}`], env });
  const route = "/webhooks/incoming/1/1";
  await child.serves(`http://127.0.0.1:${port}${route}`);
  return {
    name: "empty Next handler",
    port,
    pid: child.pid,
    paths: [route],
    settle: async () => undefined,
    stop: () => child.stop(),
  };
}

async function build(next: string): Promise<void> {
  const stamp = path.join(APP, "built");
  const version = JSON.stringify([FILES, nextVersion(next)]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(APP, name)), { recursive: true });
    writeFileSync(path.join(APP, name), content);
  }
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await runProgram(process.execPath, [next, "build", APP], env);
  if (code !== 0) throw new Error(`Building the empty Next app failed:\n${output}`);
  writeFileSync(stamp, version);
}

function nextVersion(next: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.resolve(path.dirname(next), "../../package.json"), "utf8"),
  );
  return version;
}
