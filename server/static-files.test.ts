import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { listenLocally } from "@/lib/testing/listen";
import { compressStaticFiles, staticFiles } from "@/server/static-files";

const script = "const parley = 'parley';\n".repeat(200);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Starts a server with a compressed script, `chunks/a-1.js`, and an image. Everything else gets a 404. */
async function serving(directory = temporaryDirectory("parley-static-")): Promise<string> {
  mkdirSync(path.join(directory, "chunks"));
  writeFileSync(path.join(directory, "chunks/a-1.js"), script);
  writeFileSync(path.join(directory, "icon.png"), "png");
  await compressStaticFiles(directory);
  const files = staticFiles(directory);
  const server = createServer((request, response) => {
    if (!files(request, response)) response.writeHead(404).end(request.url);
  });
  ends.push(() => {
    server.close();
    server.closeAllConnections();
    removeDataDir(directory);
  });
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

test.each(["br", "gzip"])(
  "a browser that accepts %s gets the script compressed, to cache for a year",
  async (encoding) => {
    const url = `${await serving()}/_next/static/chunks/a-1.js`;
    const response = await fetch(url, { headers: { "Accept-Encoding": encoding } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toMatch(/javascript/);
    expect(response.headers.get("cache-control")).toBe("public,max-age=31536000,immutable");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(script.length / 10);
    expect(await response.text()).toBe(script);
  },
);

test("a file that is deleted while the server runs ends its request only", async () => {
  const directory = temporaryDirectory("parley-static-");
  const base = await serving(directory);
  rmSync(path.join(directory, "chunks"), { recursive: true });
  await expect(fetch(`${base}/_next/static/chunks/a-1.js`)).rejects.toThrow("fetch failed");
  expect((await fetch(`${base}/_next/static/icon.png`)).status).toBe(200);
});

test("a browser that accepts no encoding gets the plain script, and images are never compressed", async () => {
  const base = await serving();
  const plain = await fetch(`${base}/_next/static/chunks/a-1.js`, { headers: { "Accept-Encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(script);
  const image = await fetch(`${base}/_next/static/icon.png`, { headers: { "Accept-Encoding": "br" } });
  expect(image.headers.get("content-encoding")).toBeNull();
});

test.each([
  "/_next/static/chunks/b.js",
  "/_next/static/../static-files.ts",
  "/_next/static/%2e%2e/x",
  "/_next/data",
  "/",
])("%s isn't served and keeps its URL", async (target) => {
  const response = await fetch((await serving()) + target);
  expect(response.status).toBe(404);
});

test("requests that don't read aren't served", async () => {
  const response = await fetch(`${await serving()}/_next/static/chunks/a-1.js`, { method: "POST" });
  expect(response.status).toBe(404);
  expect(await response.text()).toBe("/_next/static/chunks/a-1.js");
});
