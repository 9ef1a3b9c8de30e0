import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionUser } from "@/lib/people/find-session-user";
import { TestBucket } from "@/lib/testing/bucket";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { until } from "@/lib/testing/until";
import { ConnectedParley } from "@/server/testing/connected-parley";
import { cookieHeader } from "../session-cookie";

const SIZE = 20 * 1024 * 1024;
let bucket: TestBucket;
let parley: ConnectedParley;
let member: SessionUser;
let channel: { id: bigint };
let cookie = "";

beforeAll(async () => {
  bucket = await TestBucket.open();
  parley = await ConnectedParley.start(bucket.env);
  member = await makeUser();
  channel = await makeChannel({ kind: "private", members: [member] });
  cookie = await cookieHeader(member);
}, 120_000);
afterAll(async () => {
  await parley.stop();
  await bucket.close();
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const form = new FormData();
  form.set("nonce", crypto.randomUUID());
  form.append("files", new File([bytes], "film.mp4"));
  return fetch(`${parley.baseUrl}/api/channels/${channel.id}/messages`, {
    method: "POST",
    headers: { cookie },
    body: form,
  });
}

async function posted(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await upload(bytes);
  expect(response.status).toBe(200);
  const { attachments } = (await response.json()) as { attachments: { url: string }[] };
  return `${parley.baseUrl}${attachments[0]?.url}`;
}

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url, { method, headers: { cookie, ...headers } });

test("a large file goes into the bucket and comes back, whole and in ranges", async () => {
  const bytes = randomBytes(SIZE);
  const url = await posted(bytes);
  expect(bucket.keys()).toContain(`${sha256(bytes).slice(0, 2)}/${sha256(bytes)}`);
  const whole = await get(url);
  expect([whole.status, whole.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
  expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(bytes));
  const part = await get(url, { Range: `bytes=${SIZE - 1_000_000}-` });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes ${SIZE - 1_000_000}-${SIZE - 1}/${SIZE}`,
  ]);
  expect(sha256(new Uint8Array(await part.arrayBuffer()))).toBe(sha256(bytes.subarray(SIZE - 1_000_000)));
  const head = await get(url, {}, "HEAD");
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, whole.headers.get("etag"), ""]);
  expect((await fetch(url)).status).toBe(401);
});

test("a reader who leaves ends the download from the bucket", async () => {
  const url = await posted(randomBytes(SIZE));
  const ended = new Promise<boolean>((resolve) => {
    bucket.instead = ({ method }, response) => {
      if (method === "GET") response.once("close", () => resolve(response.writableFinished));
      return false;
    };
  });
  const asking = request(url, { headers: { cookie } }).end();
  const [response] = await once(asking, "response");
  await once(response, "data");
  asking.destroy();
  expect(await ended).toBe(false);
  bucket.instead = () => false;
});

test("while the bucket is down, files answer 503 and nothing is posted; afterwards all is as before", async () => {
  const bytes = randomBytes(10_000);
  const url = await posted(bytes);
  bucket.instead = (_request, response) => response.destroy() && true;
  for (const response of [await get(url), await upload(randomBytes(10_000))]) {
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({
      error: "Files can't be stored or read just now. Try again in a few seconds.",
    });
  }
  expect((await get(`${parley.baseUrl}/api/ready`)).status).toBe(200);
  bucket.instead = () => false;
  await until(async () => expect(sha256(new Uint8Array(await (await get(url)).arrayBuffer()))).toBe(sha256(bytes)));
  expect(parley.output).not.toContain("S3RVER");
});
