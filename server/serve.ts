import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { Server } from "node:net";
import path from "node:path";
import { disconnect } from "@/lib/db/client";
import { env } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { runShutdown } from "@/lib/process/on-shutdown";
import { inTurns } from "@/lib/process/repeat";
import { keepReadingSenders } from "@/lib/webhooks/senders/own-senders";
import { createHttpServer } from "@/server/http";
import { requestTurns } from "@/server/http/request-turns";
import { startJobs } from "@/server/jobs";
import type { Lifecycle } from "@/server/lifecycle";
import { cannotListen } from "@/server/machine/port";
import { loadNext } from "@/server/production-packages";
import { ROOT } from "@/server/root";
import { staticFiles } from "@/server/static-files";

const DRAIN_MILLISECONDS = 6_000;

/** Serves on PORT, or on the socket of `held`. Resolves with the port once it accepts requests. */
export type Serve = (held: Server | null) => Promise<number>;

/**
 * Loads what serves until the lifecycle ends. The database needn't be open before the returned function is called.
 * Import this module only after generating and building, with NODE_ENV set: it and its imports use the generated
 * database client.
 */
export async function prepare(lifecycle: Lifecycle, dev: boolean): Promise<Serve> {
  lifecycle.defer(() => within(1_000, disconnect()));
  if (env.traced) {
    const { startTracing } = await import("@/server/tracing");
    const sendRest = startTracing();
    lifecycle.defer(() => within(1_000, sendRest()));
  }
  // The framework attaches its WebSocket handler to the server that it gets; ours decides what reaches it.
  const carrier = createServer();
  const next = await loadNext(dev);
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
  // Next.js has replaced how Node.js writes stack traces: without the lines of the sources, which only what it prints has.
  if (!dev) Reflect.deleteProperty(Error, "prepareStackTrace");
  const { receive } = dev ? { receive: null } : await import("@/lib/webhooks/endpoint/receive");
  const { streamFor } = dev ? { streamFor: null } : await import("@/lib/live/streams/open-stream");
  const { hearPage } = dev ? { hearPage: null } : await import("@/lib/live/presence/say");
  await keepReadingSenders();
  return async (held) => {
    const readMetrics =
      env.metricsToken === undefined ? null : (await import("@/server/metrics/registry")).startMetrics();
    const { server, close } = createHttpServer({
      handle: app.getRequestHandler(),
      files: dev ? null : staticFiles(),
      receive,
      streamFor,
      hearPage,
      actions: dev ? null : builtActions(),
      // In development, most of a request's time is compiling.
      inTurn: dev ? null : requestTurns(),
      readMetrics,
      upgrade: dev ? (...args) => void (carrier.emit("upgrade", ...args) || args[1].destroy()) : null,
      endStreams: runShutdown,
      dev,
    });
    lifecycle.check();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(held ?? { port: env.port, ...(env.host === undefined ? {} : { host: env.host }) }, resolve);
    }).catch(async (error: NodeJS.ErrnoException) => {
      throw error.code === undefined ? error : await cannotListen(error.code, env.port, env.host);
    });
    lifecycle.defer(() => close(DRAIN_MILLISECONDS));
    void startJobs(() => !lifecycle.stopping);
    if (!dev) void warmUp(() => !lifecycle.stopping);
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : env.port;
  };
}

/** What people open first. It leads to nearly all code that pages and routes share, so that the others load in milliseconds. */
const OPENED_FIRST = [
  "/(chat)/channels/[channelId]/page",
  "/(auth)/login/page",
  "/api/channels/[channelId]/messages/route",
  "/api/auth/[...nextauth]/route",
];

/** Loads the code of what people open first, in turns while `goOn` returns true, so that they don't wait for it. */
async function warmUp(goOn: () => boolean): Promise<void> {
  const load = createRequire(path.join(ROOT, ".next/server/package.json"));
  const left = [...OPENED_FIRST];
  await inTurns(async () => {
    const route = left.shift();
    if (route !== undefined) load(`./app${route}.js`);
    return left.length > 0;
  }, goOn).catch((error: unknown) => log.debug({ err: error }, "couldn't load a page before it's opened"));
}

function builtActions(): ReadonlySet<string> {
  const manifest = readFileSync(path.join(ROOT, ".next/server/server-reference-manifest.json"), "utf8");
  return new Set(Object.keys((JSON.parse(manifest) as { node: object }).node));
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
