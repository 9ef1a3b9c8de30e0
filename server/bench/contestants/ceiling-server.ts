import { hash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";

/*
 * The most that this machine can do: bare node:http and durable inserts in batches. It checks the token and does nothing
 * else that Parley does: no validation, counters, limits, log or readers. Takes a database URL as its argument and sends
 * its port to the parent process.
 */
const LANES = 2;
const LARGEST_BATCH = 256;
const INSERT = `
  INSERT INTO posts (id, channel_id, author, content, embeds, created_at)
  SELECT post.id, webhook.channel_id, webhook.name, post.content, post.embeds::jsonb, now()
  FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::text[], $5::text[])
    AS post (id, webhook_id, token_hash, content, embeds)
  JOIN webhooks webhook ON webhook.id = post.webhook_id AND webhook.token_hash = post.token_hash
  RETURNING id`;

type Post = {
  id: number;
  webhookId: string;
  tokenHash: Buffer;
  content: string;
  embeds: string | null;
  answer: (status: number, body: string) => void;
};

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const waiting: Post[] = [];
let busy = 0;
let lastId = 0;

const server = createServer((request, response) => {
  read(request, (body) => {
    const [, , , webhookId = "", token = ""] = request.url?.split("/") ?? [];
    const payload: { content?: string; embeds?: unknown } = JSON.parse(body);
    lastId += 1;
    waiting.push({
      id: lastId,
      webhookId,
      tokenHash: hash("sha256", token, "buffer"),
      content: payload.content ?? "",
      // A tool's request has neither, and is stored as it is.
      embeds:
        payload.embeds === undefined ? (payload.content === undefined ? body : null) : JSON.stringify(payload.embeds),
      answer: (status, text) => {
        response.writeHead(status, { "content-type": "application/json", "content-length": text.length }).end(text);
      },
    });
    fillLanes();
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ kind: "listening", port: typeof address === "object" ? address?.port : null });
});
process.once("disconnect", () => process.exit(0));

function read(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => done(Buffer.concat(chunks).toString()));
}

function fillLanes(): void {
  while (busy < LANES && waiting.length > 0) {
    busy += 1;
    void insert(waiting.splice(0, LARGEST_BATCH)).finally(() => {
      busy -= 1;
      fillLanes();
    });
  }
}

async function insert(posts: Post[]): Promise<void> {
  try {
    const { rows } = await pool.query<[string]>({
      name: "insert",
      text: INSERT,
      rowMode: "array",
      values: [
        posts.map(({ id }) => id),
        posts.map(({ webhookId }) => webhookId),
        posts.map(({ tokenHash }) => tokenHash),
        posts.map(({ content }) => content),
        posts.map(({ embeds }) => embeds),
      ],
    });
    const inserted = new Set(rows.map(([id]) => id));
    for (const { id, answer } of posts) {
      if (inserted.has(`${id}`)) answer(200, `{"messageId":"${id}","channelId":"1"}`);
      else answer(404, '{"error":"There\'s no webhook with this ID and token."}');
    }
  } catch (error) {
    console.error(error);
    for (const { answer } of posts) answer(500, '{"error":"The post wasn\'t stored."}');
  }
}
