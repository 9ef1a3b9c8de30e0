import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { remoteImage } from "@/lib/files/images/remote-image";
import { serveRemoteImage } from "@/lib/files/images/serve-image";
import type { Network } from "@/lib/network/fetch-remote";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";

const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
  .png()
  .toBuffer();
const get = (method = "GET", headers: Record<string, string> = {}) => ({ method, headers: new Headers(headers) });

let asked: string[] = [];
let answer: RequestListener = (_, response) => response.end(image);
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  answer(request, response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
const { port } = server.address() as AddressInfo;
server.unref();
const network: Network = { resolve: async () => ["93.184.216.34"], connect: () => connect(port, "127.0.0.1") };
const requester = { by: 1n };
let count = 0;
let dataDir = "";

beforeEach(() => {
  dataDir = temporaryDirectory("parley-remote-");
  vi.stubEnv("DATA_DIR", dataDir);
  asked = [];
  answer = (_, response) => response.end(image);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  removeDataDir(dataDir);
});

/** A URL that no other test uses. */
const address = (name = "a") => `http://pictures.example/${name}-${count++}.png`;
const at = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

function filesOf(): string[] {
  const all = readdirSync(path.join(dataDir, "images"), { recursive: true, withFileTypes: true });
  return all.filter((each) => each.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

test("an image is fetched once for simultaneous requests, and cached", async () => {
  const url = address();
  const found = await Promise.all(Array.from({ length: 20 }, () => remoteImage(url, requester, network)));
  expect(new Set(found.map(({ file }) => file)).size).toBe(1);
  await remoteImage(url, requester, network);
  expect(asked).toHaveLength(1);
  expect(filesOf()).toEqual([found[0]?.file]);
  expect(await sharp(found[0]?.file).metadata()).toMatchObject({ format: "webp", width: 60, height: 40 });
});

test("a response is private to the browser, and can only be used as an image", async () => {
  const url = address();
  const response = await serveRemoteImage({ url, by: 1n }, get(), network);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=86400, immutable",
    "content-length": `${(await response.arrayBuffer()).byteLength}`,
  });
  const etag = response.headers.get("etag") ?? "";
  expect((await serveRemoteImage({ url, by: 1n }, get("GET", { "if-none-match": etag }), network)).status).toBe(304);
  const head = await serveRemoteImage({ url, by: 1n }, get("HEAD"), network);
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each<[string, RequestListener]>([
  [
    "a page",
    (_, response) => response.writeHead(200, { "Content-Type": "image/png" }).end("<script>alert(1)</script>"),
  ],
  ["an SVG", (_, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["an error", (_, response) => response.writeHead(500).end(image)],
  ["half a picture", (_, response) => response.end(image.subarray(0, 60))],
])("%s isn't shown, nor asked for again for a while, and leaves nothing", async (_, broken) => {
  const url = address();
  answer = broken;
  const refusal = { code: "not_found", message: "This image can't be shown here. Open the original instead." };
  await expect(remoteImage(url, requester, network)).rejects.toMatchObject(refusal);
  await expect(remoteImage(url, requester, network)).rejects.toMatchObject(refusal);
  expect([asked.length, filesOf()]).toEqual([1, []]);
  answer = (_, response) => response.end(image);
  at(6 * 60_000);
  expect((await remoteImage(url, requester, network)).bytes).toBeGreaterThan(0);
});

test("an old image is fetched again, and stays if that fails", async () => {
  const url = address();
  const { file } = await remoteImage(url, requester, network);
  const before = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(file, before, before);
  answer = (_, response) => response.writeHead(503).end();
  expect((await remoteImage(url, requester, network)).fetchedAt).toEqual(statSync(file).mtime);
  expect((await serveRemoteImage({ url, by: 1n }, get(), network)).headers.get("cache-control")).toBe(
    "private, max-age=60, immutable",
  );
  expect(asked).toHaveLength(2);
  answer = (_, response) => response.end(image);
  at(6 * 60_000);
  expect((await remoteImage(url, requester, network)).fetchedAt.getTime()).toBeGreaterThan(before.getTime() + 1000);
  expect(asked).toHaveLength(3);
});

/** An image that takes more than a third of a megabyte in any format. */
function noise(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 700, height: 500, channels: 3, noise, background: "red" } })
    .png()
    .toBuffer();
}

test("the cache stays within its limit by deleting the oldest images", async () => {
  const drawn = await noise();
  answer = (_, response) => response.end(drawn);
  vi.stubEnv("IMAGE_CACHE_MB", "3");
  const kept: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const { file } = await remoteImage(address(), requester, network);
    const then = new Date(Date.now() - (8 - index) * 60_000);
    utimesSync(file, then, then);
    kept.push(file);
  }
  const sizes = filesOf().map((file) => statSync(file).size);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.length).toBeLessThan(8);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000_000);
  expect(filesOf().toSorted()).toEqual(kept.slice(-sizes.length).toSorted());
});

test("images that other processes cached are counted as well", async () => {
  const drawn = await noise();
  answer = (_, response) => response.end(drawn);
  vi.stubEnv("IMAGE_CACHE_MB", "3");
  const first = await remoteImage(address(), requester, network);
  const others = path.join(path.dirname(first.file), "others.webp");
  writeFileSync(others, new Uint8Array(2_900_000));
  utimesSync(others, new Date(0), new Date(0));
  const second = await remoteImage(address(), requester, network);
  expect(filesOf().toSorted()).toEqual([first.file, second.file].toSorted());
});

/** Doesn't answer paths that start with this until `release`, and then with 404. Serves an image everywhere else. */
function hold(prefix: string) {
  vi.stubEnv("TEST_LIMITS", "image-fetch-seconds=300");
  const waiting: (() => void)[] = [];
  answer = ({ url }, response) => {
    if (url?.startsWith(prefix)) waiting.push(() => response.writeHead(404).end());
    else response.end(image);
  };
  const release = () => {
    answer = (_, response) => response.writeHead(404).end();
    for (const finish of waiting) finish();
  };
  return { waiting, release };
}

/** A network in which each host has its own address, by its number. */
const apart: Network = {
  resolve: async (name) => {
    const number = Number(name.replace(/\D/g, ""));
    return [`93.184.${number >> 8}.${number & 255}`];
  },
  connect: network.connect,
};

test("499 images on hosts that never answer only delay the images of their own author", async () => {
  const { waiting, release } = hold("/never");
  const never = Array.from({ length: 499 }, (_, index) =>
    remoteImage(`http://host-${index}.example/never.png`, { by: 1n }, apart),
  );
  await vi.waitFor(() => expect(waiting).toHaveLength(4), { timeout: 20_000 });
  for (const index of [600, 601, 602]) {
    expect((await remoteImage(`http://host-${index}.example/`, { by: 2n }, apart)).bytes).toBeGreaterThan(0);
  }
  expect(waiting).toHaveLength(4);
  release();
  await Promise.allSettled(never);
  expect(asked).toHaveLength(502);
});

test("only eight images are fetched from an address at once, in turns by author", async () => {
  const { waiting, release } = hold("/slow");
  const slow = [1n, 2n, 3n].flatMap((by) =>
    Array.from({ length: 6 }, () => remoteImage(address("slow"), { by }, network)),
  );
  await vi.waitFor(() => expect(waiting).toHaveLength(8), { timeout: 20_000 });
  expect((await remoteImage("http://host-603.example/", { by: 4n }, apart)).bytes).toBeGreaterThan(0);
  expect(waiting).toHaveLength(8);
  release();
  await Promise.allSettled(slow);
});

test("an image that no reader waits for anymore isn't fetched, until the next request", async () => {
  const { waiting } = hold("/slow");
  const url = address("slow");
  const leaving = new AbortController();
  const left = remoteImage(url, { by: 1n, signal: leaving.signal }, network);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: "unavailable" });
  answer = (_, response) => response.end(image);
  expect((await remoteImage(url, requester, network)).bytes).toBeGreaterThan(0);
  expect(asked).toHaveLength(2);
});

test("if too many images wait, the author with the most of them is asked to retry", async () => {
  const { waiting, release } = hold("/never");
  const refused: unknown[] = [];
  const many = Array.from({ length: 505 }, () =>
    remoteImage(address("never"), { by: 1n }, network).catch((error: unknown) => refused.push(error)),
  );
  await vi.waitFor(() => expect(refused).toEqual([expect.objectContaining({ code: "unavailable", retryAfter: 1 })]), {
    timeout: 20_000,
  });
  await vi.waitFor(() => expect(waiting).toHaveLength(4), { timeout: 20_000 });
  expect((await remoteImage(address(), { by: 2n }, network)).bytes).toBeGreaterThan(0);
  expect(refused).toHaveLength(1);
  release();
  await Promise.all(many);
});

test("a full disk isn't reported as the reader's error", async () => {
  writeFileSync(path.join(dataDir, "images"), "in the place of the directory");
  await expect(remoteImage(address(), requester, network)).rejects.toMatchObject({ code: "not_found" });
});
