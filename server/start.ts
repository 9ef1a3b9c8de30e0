import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { checkEnv, env } from "@/lib/env";
import { runShutdown } from "@/lib/on-shutdown";
import { buildIfNeeded, generateIfNeeded } from "@/server/build";
import { hasWorkspace, openDatabase } from "@/server/database";
import { createHttpServer } from "@/server/http";
import type { Lifecycle } from "@/server/lifecycle";
import { migrate } from "@/server/migrate";
import { checkPort } from "@/server/port";
import { ROOT } from "@/server/root";

const DRAIN_MILLISECONDS = 6_000;

const log = (line: string) => console.log(line);

/** Starts everything in order and serves until the lifecycle ends. Throws one sentence when something keeps it from starting. */
export async function start(lifecycle: Lifecycle, dev: boolean): Promise<void> {
  Reflect.set(process.env, "NODE_ENV", dev ? "development" : "production");
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  checkEnv();
  await checkPort(env.port, env.host);
  await (dev ? generateIfNeeded(log) : buildIfNeeded(log));
  lifecycle.check();
  mkdirSync(env.dataDir, { recursive: true, mode: 0o711 });
  const { databaseUrl, embedded } = await openDatabase(lifecycle, log);
  process.env.DATABASE_URL = databaseUrl;
  lifecycle.check();
  await migrate(databaseUrl);
  lifecycle.check();
  const port = await serve(lifecycle, dev);
  const url = env.baseUrl ?? `http://${env.host ?? "localhost"}:${port}`;
  embedded?.announce(url);
  log(`Parley is running at ${url}`);
  log(
    (await hasWorkspace(databaseUrl))
      ? "Press Ctrl-C to stop."
      : `Open ${url}/setup to create your workspace. Press Ctrl-C to stop.`,
  );
}

/** Resolves with the port, once it takes requests. */
async function serve(lifecycle: Lifecycle, dev: boolean): Promise<number> {
  const { default: next } = await import("next");
  const { disconnect } = await import("@/lib/db/client");
  lifecycle.defer(() => within(1_000, disconnect()));
  // The framework hangs its WebSocket handler on whatever server it is given; ours decides what reaches it.
  const carrier = createServer();
  const app = next({
    dev,
    dir: ROOT,
    quiet: true,
    port: env.port,
    hostname: env.host ?? "localhost",
    httpServer: carrier,
    turbopack: true,
  });
  lifecycle.defer(() => within(1_000, app.close()));
  await app.prepare();
  const { receive } = dev ? { receive: null } : await import("@/lib/webhooks/receive");
  const { server, close } = createHttpServer({
    handle: app.getRequestHandler(),
    receive,
    upgrade: dev ? (...args) => void (carrier.emit("upgrade", ...args) || args[1].destroy()) : null,
    endStreams: runShutdown,
    dev,
  });
  lifecycle.check();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: env.port, ...(env.host === undefined ? {} : { host: env.host }) }, resolve);
  });
  lifecycle.defer(() => close(DRAIN_MILLISECONDS));
  const { keepIndex } = await import("@/lib/search/keep-index");
  keepIndex();
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : env.port;
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
