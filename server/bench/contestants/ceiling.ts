import type pg from "pg";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import type { Contestant } from "@/server/bench/contestants/contestant";
import { connected } from "@/server/bench/contestants/seed";
import { Child } from "@/server/bench/load/child";
import type { Bench } from "@/server/bench/setting/bench";

// Far above those that the ceiling gives.
const PGBENCH_IDS_FROM = 1_000_000_000_000_000;

/** The ceiling, and the database in which it has the webhook 1 with this token. */
export type Ceiling = { contestant: Contestant; databaseUrl: string; token: string };

/** The most that this machine can do: bare node:http and batched durable inserts into a table with a primary key and one index. */
export async function startCeiling({ database, lifecycle }: Bench): Promise<Ceiling> {
  const url = await database.create("ceiling");
  const token = makeToken();
  await connected(url, (client) => seed(client, token));
  const child = Child.start({
    lifecycle,
    args: ["server/launch.mjs", "server/bench/contestants/ceiling-server.ts", url],
  });
  const { port } = await child.answer<{ kind: "listening"; port: number }>(["listening"]);
  const paths = [`/webhooks/incoming/1/${token}`];
  const [settle, stop] = [async () => undefined, () => child.stop()];
  const contestant = { name: "bare ceiling", port, pid: child.pid, paths, settle, stop };
  return { contestant, databaseUrl: url, token };
}

async function seed(client: pg.Client, token: string): Promise<void> {
  await client.query(`
    CREATE TABLE webhooks (id bigint PRIMARY KEY, channel_id bigint NOT NULL, name text NOT NULL, token_hash bytea NOT NULL);
    CREATE TABLE posts (
      id bigint PRIMARY KEY,
      channel_id bigint NOT NULL,
      author text NOT NULL,
      content text NOT NULL,
      embeds jsonb,
      created_at timestamptz NOT NULL
    );
    CREATE SEQUENCE pgbench_ids MINVALUE ${PGBENCH_IDS_FROM} CACHE 32;
    CREATE INDEX posts_channel ON posts (channel_id, id)`);
  await client.query("INSERT INTO webhooks VALUES (1, 1, 'Deploys', $1)", [hashToken(token)]);
}
