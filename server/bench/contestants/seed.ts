import { encode } from "next-auth/jwt";
import pg from "pg";
import { hashToken, makeToken } from "@/lib/webhooks/endpoint/token";

/** A webhook's channel, and the path of its URL. */
export type SeededWebhook = { channelId: string; path: string };

/**
 * Makes a workspace with `people` members in each of `channels` channels, which have `each` webhooks apiece, by SQL that any
 * version of Parley's tables takes. Answers the webhooks, in turns of all channels.
 */
export async function seedWebhooks(
  client: pg.Client,
  { channels, each, people }: { channels: number; each: number; people: number },
): Promise<SeededWebhook[]> {
  await client.query("INSERT INTO workspaces (name) SELECT 'Bench' WHERE NOT EXISTS (SELECT FROM workspaces)");
  await client.query(
    `INSERT INTO users (name, email, password_hash)
     SELECT 'Person ' || n, 'person-' || n || '@example.com', 'none' FROM generate_series(1, $1::int) n
     ON CONFLICT DO NOTHING`,
    [people],
  );
  const made = await client.query<{ id: string }>(
    "INSERT INTO channels (name) SELECT 'bench-' || gen_random_uuid() FROM generate_series(1, $1::int) RETURNING id",
    [channels],
  );
  const channelIds = made.rows.map(({ id }) => id);
  await client.query(
    "INSERT INTO memberships (channel_id, user_id) SELECT channel_id, id FROM unnest($1::bigint[]) channel_id, users",
    [channelIds],
  );
  const tokens = new Map(
    Array.from({ length: channels * each }, () => {
      const token = makeToken();
      return [hashToken(token).toString("hex"), token];
    }),
  );
  const webhooks = await client.query<{ id: string; channel_id: string; hash: string }>(
    `INSERT INTO webhooks (channel_id, name, token_hash)
     SELECT ($1::bigint[])[1 + (ord - 1) % $3::int], 'Deploys', decode(hash, 'hex')
     FROM unnest($2::text[]) WITH ORDINALITY AS t (hash, ord) ORDER BY ord
     RETURNING id, channel_id, encode(token_hash, 'hex') AS hash`,
    [channelIds, [...tokens.keys()], channels],
  );
  await client.query("ANALYZE");
  return webhooks.rows.map(({ id, channel_id: channelId, hash }) => {
    return { channelId, path: `/webhooks/incoming/${id}/${tokens.get(hash) ?? ""}` };
  });
}

/** Signs everybody in and answers their cookies. `secret` is the server's. */
export async function signIn(client: pg.Client, secret: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string; user_id: string }>(
    "INSERT INTO sessions (user_id, user_agent, address) SELECT id, '', '' FROM users ORDER BY id RETURNING id, user_id",
  );
  return Promise.all(
    rows.map(
      async ({ id, user_id: userId }) => `parley.session=${await encode({ token: { sub: userId, sid: id }, secret })}`,
    ),
  );
}

/** A connection to a database, for the time of `work`. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
