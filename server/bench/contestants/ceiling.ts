import type pg from "pg";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";
import { type Contestant, connected } from "@/server/bench/contestants/parley";
import type { Bench } from "@/server/bench/load/bench";
import { Child } from "@/server/bench/load/load-process";

/** Starts the bare ceiling: node:http and batched durable inserts into a table with a primary key and one index. */
export async function startCeiling({ database, lifecycle }: Bench): Promise<Contestant> {
  const url = await database.create("ceiling");
  const token = makeToken();
  await connected(url, (client) => seed(client, token));
  const child = Child.start({
    lifecycle,
    args: ["server/launch.mjs", "server/bench/contestants/ceiling-server.ts", url],
  });
  const { port } = await child.answer<{ kind: "listening"; port: number }>(["listening"]);
  return {
    name: "bare ceiling",
    port,
    pid: child.pid,
    paths: [`/webhooks/incoming/1/${token}`],
    settle: async () => undefined,
    stop: () => child.stop(),
  };
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
    CREATE INDEX posts_channel ON posts (channel_id, id)`);
  await client.query("INSERT INTO webhooks VALUES (1, 1, 'Deploys', $1)", [hashToken(token)]);
}
