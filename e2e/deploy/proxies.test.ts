import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { UPLOAD_LIMITS } from "@/lib/files/uploads/dto";
import { type MadeWebhook, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { isLong } from "@/lib/testing/long";
import { exchange, type WireAnswer } from "../endpoint/exchange";
import { listenTo, type StreamListener } from "../instances/event-stream";
import { instances, until } from "../instances/two-instances";
import { cookieHeader } from "../session-cookie";
import { type RunningProxy, startCaddy, startNginx } from "./proxy-process";

const KIB = 1024;
const MIB = 1024 * KIB;
// What docs/deploy.md says that a proxy must let through.
const LARGEST_BODY = 101 * MIB;
const BOUNDARY = "parley-test";
const RESTART_POST_EVERY_MS = 20;
const [POSTS, STREAMS] = [20, 4];
// In a long run, the streams stay open for ten minutes.
const POST_EVERY_MS = isLong ? (10 * 60_000) / POSTS : 0;
const TEST_MS = 300_000 + POSTS * POST_EVERY_MS;

const upstreams = instances.map(({ baseUrl }) => new URL(baseUrl).host);

test("posts, streams and uploads go through docs/deploy/nginx.conf to two instances", {
  timeout: TEST_MS,
}, async () => {
  await checkProxy(await startNginx(upstreams));
});

test("nothing is lost, doubled or logged with its token while instances behind docs/deploy/nginx.conf restart", {
  timeout: TEST_MS,
}, async () => {
  await checkRestarts(await startNginx(upstreams));
});

test("nothing is lost, doubled or logged with its token while instances behind docs/deploy/Caddyfile restart", {
  timeout: TEST_MS,
}, async () => {
  await checkRestarts(await startCaddy(upstreams));
});

test("posts, streams and uploads go through docs/deploy/Caddyfile", { timeout: TEST_MS }, async () => {
  await checkProxy(await startCaddy(upstreams.slice(0, 1)));
});

async function checkProxy(proxy: RunningProxy): Promise<void> {
  try {
    const made = await makeWebhook();
    const user = await makeUser();
    await makeMember({ id: made.webhook.channelId }, user);
    const cookie = await cookieHeader(user);
    await checkStreams(proxy, made, cookie);
    await checkUpload(proxy, made, cookie);
    expect(proxy.readLog()).toContain(`/webhooks/incoming/${made.webhook.id}/[masked]`);
    expect(proxy.readLog()).not.toContain(made.token);
    // What Caddy logs before it changes which certificates the machine trusts.
    expect(proxy.readLog()).not.toContain("installing root certificate");
    expect(proxy.readLog()).not.toContain(cookie.slice(cookie.indexOf("=") + 1));
  } finally {
    await proxy.stop();
  }
}

/** Restarts one instance after the other, the second as soon as the first is ready, while a sender posts without retries. */
async function checkRestarts({ url, ca, readLog, stop }: RunningProxy): Promise<void> {
  try {
    const { webhook, token } = await makeWebhook();
    const sent: Promise<string>[] = [];
    const post = async (content: string): Promise<string> => {
      const { status, body } = await exchange(url, {
        path: `/webhooks/incoming/${webhook.id}/${token}`,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ content }),
        ca,
      });
      return `${status}${status === 200 ? "" : ` ${body}`}`;
    };
    const sending = setInterval(() => {
      sent.push(post(`Post ${sent.length}`).catch((error: unknown) => String(error)));
    }, RESTART_POST_EVERY_MS);
    try {
      for (const instance of instances) {
        await instance.restart();
        await until(async () => expect((await fetch(`${instance.baseUrl}/api/ready`)).status).toBe(200));
      }
    } finally {
      clearInterval(sending);
    }
    const answers = await Promise.all(sent);
    const kept = await db().message.findMany({ where: { webhookId: webhook.id }, select: { content: true } });
    expect(answers.filter((answer) => answer !== "200")).toEqual([]);
    expect(kept.map(({ content }) => content).toSorted()).toEqual(sent.map((_, index) => `Post ${index}`).toSorted());
    expect([readLog(), ...instances.map(({ output }) => output)].filter((log) => log.includes(token))).toEqual([]);
  } finally {
    await stop();
  }
}

/** Every post reaches every stream while the streams are open, so the proxy doesn't hold any back. */
async function checkStreams({ url, ca }: RunningProxy, { webhook, token }: MadeWebhook, cookie: string): Promise<void> {
  const open = () => listenTo(url, cookie, webhook.channelId, { ca });
  const streams = await Promise.all(Array.from({ length: STREAMS }, open));
  const posted: string[] = [];
  while (posted.length < POSTS) {
    const content = `Message ${posted.length}`;
    const answer = await exchange(url, {
      path: `/webhooks/incoming/${webhook.id}/${token}`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content }),
      ca,
    });
    expect(answer.status, answer.body).toBe(200);
    posted.push(content);
    for (const stream of streams) await until(() => expect(heardBy(stream)).toEqual(posted));
    await new Promise((resolve) => setTimeout(resolve, POST_EVERY_MS));
  }
  expect(streams.map(({ ended }) => ended)).toEqual(streams.map(() => false));
  for (const { close } of streams) close();
}

function heardBy({ events }: StreamListener): string[] {
  const messages = events.flatMap((event) => (event.type === "changes" ? event.messages : []));
  return [...new Set(messages.map(({ content }) => content))];
}

/** The largest message arrives unchanged. Up to what a proxy must let through, Parley itself refuses larger ones. */
async function checkUpload(
  { url, ca }: RunningProxy,
  { webhook: { channelId } }: MadeWebhook,
  cookie: string,
): Promise<void> {
  const files = Array.from({ length: UPLOAD_LIMITS.totalBytes / UPLOAD_LIMITS.fileBytes }, () =>
    randomBytes(UPLOAD_LIMITS.fileBytes),
  );
  const send = (bytes: number, sent = bytes): Promise<WireAnswer> =>
    exchange(url, {
      path: `/api/channels/${channelId}/messages`,
      headers: {
        "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
        "Content-Length": `${bytes}`,
        cookie,
      },
      body: form(files, bytes).subarray(0, sent),
      ca,
    });
  const answer = await send(UPLOAD_LIMITS.totalBytes + 32 * KIB);
  expect(answer.status, answer.body).toBe(200);
  const [file] = (JSON.parse(answer.body) as { attachments: { url: string }[] }).attachments;
  const kept = await exchange(url, {
    method: "GET",
    path: file?.url ?? "",
    headers: { cookie, Range: "bytes=-16" },
    ca,
  });
  expect(kept.status).toBe(206);
  // Refused by its length. A client that goes on writing while the connection closes may never read the answer.
  const refused = await send(LARGEST_BODY, MIB);
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.body)).toEqual({ error: expect.stringMatching(/^The request body can be at most 100/) });
  expect((await send(LARGEST_BODY + 1, MIB)).status).toBe(413);
}

/** Returns a message with these files, as a form that is exactly this long. */
function form(files: Buffer[], bytes: number): Buffer {
  const part = (disposition: string, content: Buffer | string) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`,
    content,
    "\r\n",
  ];
  const parts = [
    ...part('name="content"', "A hundred megabytes"),
    ...part('name="nonce"', randomUUID()),
    ...files.flatMap((content, index) => part(`name="file"; filename="part-${index}.bin"`, content)),
    `--${BOUNDARY}--\r\n`,
  ];
  const message = Buffer.concat(parts.map((each) => Buffer.from(each)));
  // What follows the last boundary is ignored.
  return Buffer.concat([message, Buffer.alloc(bytes - message.length, " ")]);
}
