import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { FileStore } from "@/lib/files/stores/file-store";
import { s3Url } from "@/lib/files/stores/s3-request";
import { s3Store } from "@/lib/files/stores/s3-store";
import { env } from "@/lib/process/env";
import { FULL_DISK, fullPlaces, noteRoom } from "@/lib/process/full-disk";
import { log } from "@/lib/process/log";
import { TestBucket } from "@/lib/testing/bucket";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";

const dataDir = temporaryDirectory("parley-s3-");
const bytes = Buffer.alloc(2_000_000, "0123456789");
const sha256 = createHash("sha256").update(bytes).digest("hex");
const name = `${sha256.slice(0, 2)}/${sha256}`;
const file = { path: path.join(dataDir, "source"), size: bytes.byteLength, sha256 };

const UNAVAILABLE = {
  code: "unavailable",
  message: "Files can't be stored or read just now. Try again in a few seconds.",
  retryAfter: 5,
};

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await TestBucket.open();
  writeFileSync(file.path, bytes);
});
afterAll(async () => {
  await bucket.close();
  removeDataDir(dataDir);
});
beforeEach(async () => {
  vi.unstubAllEnvs();
  bucket.instead = () => false;
  for (const [variable, value] of Object.entries({ ...bucket.env, DATA_DIR: dataDir })) vi.stubEnv(variable, value);
  await store().put(name, file);
  bucket.requests.length = 0;
});

function store(): FileStore {
  if (!env.s3) throw new Error("There is no bucket.");
  return s3Store(env.s3);
}

function refuse(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { "Content-Type": "application/xml" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  return true;
}

async function readAll(): Promise<Buffer> {
  const found = await store().read(name);
  return Buffer.from(await new Response(found?.body).arrayBuffer());
}

const everything: [string, () => Promise<unknown>][] = [
  ["putting", () => store().put(`${name}.preview.webp`, file)],
  ["asking for a size", () => store().sizeOf(name)],
  ["reading", () => store().read(name)],
  ["copying to disk", () => store().onDisk(name, { by: null }, async () => undefined)],
  ["removing", () => store().remove(name)],
  ["listing", () => store().list()[Symbol.asyncIterator]().next()],
];

describe.each(everything)("%s", (_, act) => {
  test("fails with one sentence if the store can't be reached", async () => {
    vi.stubEnv("S3_ENDPOINT", "http://127.0.0.1:9");
    await expect(act()).rejects.toMatchObject(UNAVAILABLE);
  });

  test("fails if the store refuses, and logs why without the keys", async () => {
    vi.stubEnv("S3_SECRET_ACCESS_KEY", "another-secret");
    const logged = vi.spyOn(log, "error");
    await expect(act()).rejects.toMatchObject(UNAVAILABLE);
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.lastCall?.[0]).toMatchObject({ status: 403, bucket: "parley-files" });
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/another-secret|S3RVER|Credential/);
    logged.mockRestore();
  });
});

describe.each(everything.slice(0, 3))("%s", (_, act) => {
  test("is repeated if the store is overloaded, but not forever", async () => {
    let failing = 2;
    bucket.instead = (_request, response) => failing-- > 0 && refuse(response, 503, "SlowDown");
    await act();
    bucket.instead = (_request, response) => refuse(response, 503, "SlowDown");
    bucket.requests.length = 0;
    await expect(act()).rejects.toMatchObject(UNAVAILABLE);
    expect(bucket.requests).toHaveLength(3);
  });

  test("fails if the store never answers", async () => {
    vi.stubEnv("TEST_LIMITS", "bucket-silence=1");
    bucket.instead = () => true;
    await expect(act()).rejects.toMatchObject(UNAVAILABLE);
    expect(bucket.requests).toHaveLength(1);
  });
});

test.each([
  [507, "InsufficientStorage"],
  [403, "QuotaExceeded"],
  [400, "XMinioStorageFull"],
])("a bucket that is full (%i %s) is said at once, as for a full disk", async (status, code) => {
  await store().remove(`${name}.preview.webp`);
  bucket.instead = (request, response) => request.method === "PUT" && refuse(response, status, code);
  bucket.requests.length = 0;
  const full = { code: "unavailable", message: FULL_DISK, retryAfter: expect.any(Number) };
  await expect(store().put(`${name}.preview.webp`, file)).rejects.toMatchObject(full);
  expect([...fullPlaces().keys()]).toEqual(["files"]);
  noteRoom("files");
});

test("a missing bucket isn't a missing file", async () => {
  vi.stubEnv("S3_BUCKET", "another-bucket");
  await expect(store().put(name, file)).rejects.toMatchObject(UNAVAILABLE);
});

test("a download that breaks off goes on where it stopped", async () => {
  let broken = 0;
  bucket.instead = (request, response) => {
    if (request.method !== "GET" || broken === 3) return false;
    broken += 1;
    const [, first = "0"] = /bytes=(\d+)-/.exec(request.headers.range ?? "") ?? [];
    const from = Number(first);
    response.writeHead(from > 0 ? 206 : 200, { "Content-Length": bytes.byteLength - from });
    response.write(bytes.subarray(from, from + 300_000), () => response.destroy());
    return true;
  };
  expect((await readAll()).equals(bytes)).toBe(true);
  expect(broken).toBe(3);
});

test("a download that can't go on fails instead of ending early", async () => {
  bucket.instead = (request, response) => {
    if (request.headers.range) return refuse(response, 503, "SlowDown");
    response.writeHead(200, { "Content-Length": bytes.byteLength });
    response.write(bytes.subarray(0, 300_000), () => response.destroy());
    return true;
  };
  await expect(readAll()).rejects.toMatchObject(UNAVAILABLE);
});

test("a store that ignores ranges isn't taken for one that has them", async () => {
  bucket.instead = (request, response) => {
    if (!request.headers.range) return false;
    response.writeHead(200, { "Content-Length": bytes.byteLength }).end(bytes);
    return true;
  };
  await expect(store().read(name, { range: { start: 10, end: 19 } })).rejects.toMatchObject(UNAVAILABLE);
});

test("a download ends when its reader leaves", async () => {
  const closed = new Promise((resolve) => {
    bucket.instead = (request, response) => {
      if (request.method !== "GET") return false;
      response.writeHead(200, { "Content-Length": bytes.byteLength }).write(bytes.subarray(0, 300_000));
      response.on("close", resolve);
      return true;
    };
  });
  const found = await store().read(name);
  const reader = found?.body.getReader();
  await reader?.read();
  await reader?.cancel();
  await closed;
});

test("a file that is there already isn't sent again", async () => {
  await store().put(name, file);
  expect(bucket.requests.map((request) => request.split(" ")[0])).toEqual(["HEAD"]);
});

test("an upload is sent with the hash of its bytes, which the store checks", async () => {
  const sent: (string | string[] | undefined)[] = [];
  bucket.instead = ({ method, headers }) => {
    if (method === "PUT") sent.push(headers["x-amz-content-sha256"], headers["content-length"]);
    return false;
  };
  await store().remove(name);
  await store().put(name, file);
  expect(sent).toEqual([sha256, "2000000"]);
});

test("the bucket's name is in the path or in the host name", () => {
  const urlWith = (variables: Record<string, string>) => {
    for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
    return env.s3 && s3Url(env.s3, "ab/abc", { list: "a+b" }).href;
  };
  expect(urlWith({ S3_ENDPOINT: "https://files.example:9000/" })).toBe(
    "https://files.example:9000/parley-files/ab/abc?list=a%2Bb",
  );
  expect(urlWith({ S3_PATH_STYLE: "off", S3_PREFIX: "/a/b/" })).toBe(
    "https://parley-files.files.example:9000/a/b/ab/abc?list=a%2Bb",
  );
  expect(urlWith({ S3_ENDPOINT: "", S3_REGION: "eu-north-1", S3_PREFIX: "" })).toBe(
    "https://parley-files.s3.eu-north-1.amazonaws.com/ab/abc?list=a%2Bb",
  );
});
