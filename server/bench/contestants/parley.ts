import { createHash } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { type Bench, processorTime } from "@/server/bench/load/bench";
import type { Watched } from "@/server/bench/load/jobs";
import { Child } from "@/server/bench/load/load-process";
import { freePort } from "@/server/machine/port";
import { migrate } from "@/server/migrate";
import { ROOT } from "@/server/root";

const SETTLE_MILLISECONDS = 8_000;
const LOOK_MILLISECONDS = 100;
const IDLE_SHARE = 0.1;
const PEOPLE = 50;
const FEW_PEOPLE = 5;

/** A server that accepts posts and is compared with the others. */
export type Contestant = {
  name: string;
  port: number;
  /** Its process. The processes that it starts are measured with it. */
  pid: number;
  /** The paths of its webhooks' URLs, which are posted to in turn. */
  paths: readonly [string, ...string[]];
  /** Resolves when all deferred work is done, or after 8 seconds. */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A running Parley. */
export type Parley = Contestant & {
  databaseUrl: string;
  /** The first webhook's channel. */
  channelId: string;
  /** Returns what watch-posts.mjs has noted since it was last asked. */
  watched: () => Promise<Watched>;
  /** Returns the resident memory of its process after a garbage collection, in bytes. */
  residentBytes: () => Promise<number>;
  /** Signs everyone in and returns their cookies. */
  signIn: () => Promise<string[]>;
};

type Options = {
  bench: Bench;
  name: string;
  databaseName: string;
  /** The checkout to run. */
  directory?: string;
  env?: Record<string, string>;
  /** How many channels to create, with a webhook each: one with 50 members, or several with five. */
  channels?: number;
  /** Whether to note where posts wait, which costs each a little. */
  watched?: boolean;
  /** Fills the database before the server starts, unless an earlier run has, instead of channels with members and a webhook. */
  fill?: (client: pg.Client) => Promise<void>;
};

/** Starts Parley as `npm start` does, on its own database. */
export async function startParley({
  bench,
  name,
  databaseName,
  directory = ROOT,
  env = {},
  channels = 1,
  watched = false,
  fill,
}: Options): Promise<Parley> {
  const { database } = bench;
  const databaseUrl = await (fill === undefined
    ? database.create(databaseName)
    : database.filled(databaseName, async (url) => {
        await migrate(url);
        await connected(url, fill);
      }));
  const [dataDir, port] = [path.join(bench.directory, databaseName), await freePort()];
  // The same each time, because a database that is kept has keys sealed with it.
  const secret = createHash("sha256").update(databaseName).digest("hex");
  const imported = ["probe.mjs", ...(watched ? ["watch-posts.mjs"] : [])].flatMap((name) => {
    return ["--import", pathToFileURL(path.join(import.meta.dirname, name)).href];
  });
  const child = Child.start({
    lifecycle: bench.lifecycle,
    args: [
      ...(process.env.BENCH_NODE_ARGS?.split(" ") ?? []),
      ...imported,
      "server/launch.mjs",
      "server/main.ts",
      "start",
    ],
    cwd: directory,
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
  const seeded =
    fill === undefined ? await connected(databaseUrl, (client) => seedWebhooks(client, channels)) : NO_WEBHOOK;
  return {
    name,
    port,
    pid: child.pid,
    settle: () => connected(databaseUrl, (client) => settle(client, child.pid, bench)),
    stop: () => child.stop(),
    databaseUrl,
    ...seeded,
    watched: async () => {
      const watched = child.answer<Watched>(["watched"]);
      child.send({ kind: "watch" });
      return watched;
    },
    residentBytes: async () => {
      const probed = child.answer<{ kind: "probed"; residentBytes: number }>(["probed"]);
      child.send({ kind: "probe" });
      return (await probed).residentBytes;
    },
    signIn: () => connected(databaseUrl, (client) => signIn(client, secret)),
  };
}

/** Waits until the search index is up to date and both Parley and the database are idle, for at most 8 seconds. */
async function settle(client: pg.Client, pid: number, bench: Bench): Promise<void> {
  const deadline = Date.now() + SETTLE_MILLISECONDS;
  const used = () => processorTime(pid) + bench.database.processorTime();
  for (let before = used(); Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
    const now = used();
    const isIdle = !(now - before > LOOK_MILLISECONDS * IDLE_SHARE);
    before = now;
    if (isIdle && (await isIndexed(client))) return;
  }
}

async function isIndexed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM channels LEFT JOIN search_progress ON channel_id = channels.id
     WHERE channels.rev > coalesce(search_progress.rev, 0) LIMIT 1`,
  );
  return rowCount === 0;
}

type SeededWebhooks = Pick<Parley, "channelId" | "paths">;

const NO_WEBHOOK: SeededWebhooks = { channelId: "", paths: [""] };

/** Creates a workspace with channels, a webhook in each and their members, in SQL that works with every version of the tables. */
async function seedWebhooks(client: pg.Client, channels: number): Promise<SeededWebhooks> {
  await client.query("INSERT INTO workspaces (name) SELECT 'Bench' WHERE NOT EXISTS (SELECT FROM workspaces)");
  await client.query(
    `INSERT INTO users (name, email, password_hash)
     SELECT 'Person ' || n, 'person-' || n || '@example.com', 'none' FROM generate_series(1, $1::int) n`,
    [channels === 1 ? PEOPLE : FEW_PEOPLE],
  );
  await client.query("INSERT INTO channels (name) SELECT 'bench-' || n FROM generate_series(1, $1::int) n", [channels]);
  await client.query("INSERT INTO memberships (channel_id, user_id) SELECT c.id, u.id FROM channels c, users u");
  const tokens = Array.from({ length: channels }, makeToken);
  const { rows } = await client.query<{ id: string; channel_id: string; place: number }>(
    `WITH channel AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM channels),
       made AS (
         INSERT INTO webhooks (channel_id, name, token_hash)
         SELECT id, 'Deploys', ($1::bytea[])[place] FROM channel RETURNING id, channel_id
       )
     SELECT made.id, channel_id, place::int FROM made JOIN channel ON channel.id = channel_id ORDER BY place`,
    [tokens.map(hashToken)],
  );
  await client.query("ANALYZE");
  const [first, ...others] = rows.map(({ id, place }) => `/webhooks/incoming/${id}/${tokens[place - 1] ?? ""}`);
  if (first === undefined) throw new Error("At least one channel is needed.");
  return { channelId: rows[0]?.channel_id ?? "", paths: [first, ...others] };
}

async function signIn(client: pg.Client, secret: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string; user_id: string }>(
    "INSERT INTO sessions (user_id, user_agent, address) SELECT id, '', '' FROM users ORDER BY id RETURNING id, user_id",
  );
  return Promise.all(
    rows.map(
      async ({ id, user_id: userId }) => `parley.session=${await encode({ token: { sub: userId, sid: id }, secret })}`,
    ),
  );
}

/** Runs `work` with a connection to a database. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
