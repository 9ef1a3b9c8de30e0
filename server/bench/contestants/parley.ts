import { randomBytes } from "node:crypto";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { type Bench, processorTime } from "@/server/bench/load/bench";
import { Child } from "@/server/bench/load/load-process";
import { freePort } from "@/server/machine/port";
import { migrate } from "@/server/migrate";
import { ROOT } from "@/server/root";

const SETTLE_MILLISECONDS = 8_000;
const LOOK_MILLISECONDS = 100;
const IDLE_SHARE = 0.1;
const PEOPLE = 50;

/** A server that accepts posts and is compared with the others. */
export type Contestant = {
  name: string;
  port: number;
  /** Its process. The processes that it starts are measured with it. */
  pid: number;
  /** The path of a webhook's URL. */
  path: string;
  /** Resolves when all deferred work is done, or after 8 seconds. */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A running Parley. */
export type Parley = Contestant & {
  databaseUrl: string;
  /** The webhook's channel. */
  channelId: string;
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
  /** Fills the database before the server starts, instead of one channel with 50 members and a webhook. */
  fill?: (client: pg.Client) => Promise<void>;
};

/** Starts Parley as `npm start` does, on its own database. */
export async function startParley({
  bench,
  name,
  databaseName,
  directory = ROOT,
  env = {},
  fill,
}: Options): Promise<Parley> {
  const databaseUrl = await bench.database.create(databaseName);
  if (fill !== undefined) {
    await migrate(databaseUrl);
    await connected(databaseUrl, fill);
  }
  const [dataDir, port] = [path.join(bench.directory, databaseName), await freePort()];
  const secret = randomBytes(32).toString("hex");
  const probe = pathToFileURL(path.join(import.meta.dirname, "probe.mjs")).href;
  const child = Child.start({
    lifecycle: bench.lifecycle,
    args: ["--import", probe, "server/launch.mjs", "server/main.ts", "start"],
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
  const webhook = fill === undefined ? await connected(databaseUrl, seedWebhook) : { channelId: "", path: "" };
  return {
    name,
    port,
    pid: child.pid,
    settle: () => connected(databaseUrl, (client) => settle(client, child.pid, bench)),
    stop: () => child.stop(),
    databaseUrl,
    ...webhook,
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

/** Creates a workspace with one channel, its members and a webhook, in SQL that works with every version of the tables. */
async function seedWebhook(client: pg.Client): Promise<{ channelId: string; path: string }> {
  const token = makeToken();
  await client.query("INSERT INTO workspaces (name) SELECT 'Bench' WHERE NOT EXISTS (SELECT FROM workspaces)");
  await client.query(
    `INSERT INTO users (name, email, password_hash)
     SELECT 'Person ' || n, 'person-' || n || '@example.com', 'none' FROM generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  const channel = await client.query<{ id: string }>("INSERT INTO channels (name) VALUES ('bench') RETURNING id");
  const channelId = channel.rows[0]?.id ?? "";
  await client.query("INSERT INTO memberships (channel_id, user_id) SELECT $1, id FROM users", [channelId]);
  const webhook = await client.query<{ id: string }>(
    "INSERT INTO webhooks (channel_id, name, token_hash) VALUES ($1, 'Deploys', $2) RETURNING id",
    [channelId, hashToken(token)],
  );
  await client.query("ANALYZE");
  return { channelId, path: `/webhooks/incoming/${webhook.rows[0]?.id}/${token}` };
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
