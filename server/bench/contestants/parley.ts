import { randomBytes } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import type { Contestant } from "@/server/bench/contestants/contestant";
import { connected, seedWebhooks, signIn } from "@/server/bench/contestants/seed";
import { Child } from "@/server/bench/load/child";
import type { Bench } from "@/server/bench/setting/bench";
import { processorTime } from "@/server/bench/setting/machine";
import { freePort } from "@/server/machine/port";
import { migrate } from "@/server/migrate";
import { ROOT } from "@/server/root";

const SETTLE_MILLISECONDS = 8_000;
const LOOK_MILLISECONDS = 100;
const IDLE_SHARE = 0.1;

/** What a server tells of itself since it was last asked: its event loop's lag in milliseconds, and its memory after a collection. */
export type Probed = { kind: "probed"; lagP99: number; lagMax: number; residentBytes: number; usedBytes: number };

/** A Parley, and what else there is to know of it. */
export type Parley = Contestant & {
  databaseUrl: string;
  /** In the order of its paths. */
  channelIds: readonly string[];
  probe: () => Promise<Probed>;
  /** Signs its people in, and answers their cookies. */
  signIn: () => Promise<string[]>;
};

type Options = {
  bench: Bench;
  name: string;
  /** The database's name. */
  databaseName: string;
  /** The checkout that it runs. */
  directory?: string;
  env?: Record<string, string>;
  channels?: number;
  /** How many members each channel has. */
  people?: number;
  /** Fills the database before anything serves it, instead of the channels and their webhooks. */
  fill?: (client: pg.Client) => Promise<void>;
};

/** `isIndexing`: whether the process makes messages findable, too. */
type Program = { args: string[]; cwd: string; isIndexing: boolean };

/** Parley as `npm start` runs it, on a database of its own. */
export async function startParley({ directory = ROOT, ...options }: Options): Promise<Parley> {
  return start(options, { args: ["server/launch.mjs", "server/main.ts", "start"], cwd: directory, isIndexing: true });
}

/** Parley's route handlers under plain `next start`, as a hosted platform runs them. */
export async function startParleyRoutes(options: Options): Promise<Parley> {
  const args = [path.join(ROOT, "node_modules/next/dist/bin/next"), "start"];
  await migrate(await options.bench.database.create(options.databaseName));
  return start(options, { args, cwd: ROOT, isIndexing: false });
}

async function start(options: Omit<Options, "directory">, { args, cwd, isIndexing }: Program): Promise<Parley> {
  const { bench, name, databaseName, env = {}, channels = 1, people = 50, fill } = options;
  const databaseUrl = await bench.database.create(databaseName);
  if (fill !== undefined) {
    await migrate(databaseUrl);
    await connected(databaseUrl, fill);
  }
  const [dataDir, port] = [path.join(bench.directory, databaseName), await freePort()];
  const secret = randomBytes(32).toString("hex");
  const child = Child.start({
    lifecycle: bench.lifecycle,
    args: ["--import", pathToFileURL(path.join(import.meta.dirname, "probe.mjs")).href, ...args],
    cwd,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: `${port}`,
      BASE_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      NEXTAUTH_SECRET: secret,
      WEBHOOK_RATE_LIMIT: "999999999/60",
      ...env,
    },
  });
  await child.serves(`http://127.0.0.1:${port}/api/health`);
  const seed = (client: pg.Client) => seedWebhooks(client, { channels, each: 1, people });
  const webhooks = fill === undefined ? await connected(databaseUrl, seed) : [];
  return {
    name,
    port,
    pid: child.pid,
    paths: webhooks.map((webhook) => webhook.path),
    settle: () => connected(databaseUrl, (client) => settle(client, { pid: child.pid, bench, isIndexing })),
    stop: () => child.stop(),
    databaseUrl,
    channelIds: webhooks.map(({ channelId }) => channelId),
    probe: async () => {
      const probed = child.answer<Probed>(["probed"]);
      child.send({ kind: "probe" });
      return probed;
    },
    signIn: () => connected(databaseUrl, (client) => signIn(client, secret)),
  };
}

/** Waits until the search index has caught up and neither Parley nor the database has anything left to do, at most 8 s. */
async function settle(
  client: pg.Client,
  { pid, bench, isIndexing }: { pid: number; bench: Bench; isIndexing: boolean },
): Promise<void> {
  const deadline = Date.now() + SETTLE_MILLISECONDS;
  const used = () => processorTime(pid) + bench.database.processorTime();
  for (let before = used(); Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
    const now = used();
    const isIdle = !(now - before > LOOK_MILLISECONDS * IDLE_SHARE);
    before = now;
    if (isIdle && (!isIndexing || (await isIndexed(client)))) return;
  }
}

async function isIndexed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM channels LEFT JOIN search_progress ON channel_id = channels.id
     WHERE channels.rev > coalesce(search_progress.rev, 0) LIMIT 1`,
  );
  return rowCount === 0;
}
