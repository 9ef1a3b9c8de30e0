import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Network } from "@/lib/network/fetch-remote";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { download, skippingFailed } from "./download";

const directory = temporaryDirectory("parley-download-");
const open: { close: () => void }[] = [];

beforeAll(() => {
  process.env.DATA_DIR = directory;
});
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});
afterAll(() => removeDataDir(directory));

/** A web server in place of every public address; names without an address in `unknown`. */
async function internet(answer: RequestListener, unknown: readonly string[] = []): Promise<Network> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return {
    resolve: async (name) => (unknown.includes(name) ? [] : ["93.184.216.34"]),
    connect: () => connect(port, "127.0.0.1"),
  };
}

const get = async (network: Network, url = "http://files.example/F1/log.txt") => {
  const bytes = await download(url, { network, pause: 0 });
  return bytes && text(bytes);
};

test.each([401, 403, 404, 410, 451])("a site that answers with %i says that the file isn't there", async (status) => {
  let asked = 0;
  const network = await internet((_, response) => {
    asked += 1;
    response.writeHead(status).end();
  });
  expect([await get(network), asked]).toEqual([null, 1]);
});

test("a page to sign in says so, too, but a file with the name of a page doesn't", async () => {
  const network = await internet((_, response) => response.end("<!DOCTYPE html><title>Sign in</title>"));
  expect(await get(network)).toBeNull();
  expect(await get(network, "http://files.example/F1/report.html")).toContain("<title>");
});

test.each([408, 429, 500, 502, 503, 504, 302, 204])("a site that answers with %i doesn't say so", async (status) => {
  let asked = 0;
  const network = await internet((_, response) => {
    asked += 1;
    response.writeHead(status).end();
  });
  await expect(get(network)).rejects.toThrow(
    `Can't download files from files.example (the status ${status}). Run the import again later`,
  );
  expect(asked).toBe(3);
});

test("neither does a name that can't be resolved, nor one that leads to an internal address now", async () => {
  const network = await internet((_, response) => response.end("hello"), ["files.example"]);
  await expect(get(network)).rejects.toThrow("files.example (a name without an address)");
  await expect(get({ ...network, resolve: async () => ["10.0.0.7"] })).rejects.toThrow("(the address 10.0.0.7)");
  const failing = async () => Promise.reject(Object.assign(new Error("queryA ESERVFAIL"), { code: "ESERVFAIL" }));
  await expect(get({ ...network, resolve: failing })).rejects.toThrow("ESERVFAIL");
});

test("neither does a connection that is refused or breaks off", async () => {
  const refused = await internet(() => undefined);
  for (const server of open.splice(0)) server.close();
  await expect(get(refused)).rejects.toThrow("ECONNREFUSED");
  const broken = await internet((_, response) => {
    response.writeHead(200, { "Content-Length": 100 });
    response.write("half", () => response.destroy());
  });
  await expect(get(broken)).rejects.toThrow("Can't download files");
});

test("a download succeeds once its site does", async () => {
  let asked = 0;
  const network = await internet((_, response) => {
    asked += 1;
    if (asked < 3) response.writeHead(503).end();
    else response.end("hello");
  });
  expect([await get(network), asked]).toEqual(["hello", 3]);
});

test("an import that leaves out what fails asks a site only until then", async () => {
  const asked: string[] = [];
  const network = await internet((_, response) => response.end("hello"), ["gone.example"]);
  const resolve: Network["resolve"] = (name, signal) => {
    asked.push(name);
    return network.resolve(name, signal);
  };
  const skipping = skippingFailed((url) => download(url, { network: { ...network, resolve }, pause: 0 }));
  expect(await skipping("http://gone.example/1")).toBeNull();
  expect(await skipping("http://gone.example/2")).toBeNull();
  expect(asked.filter((name) => name === "gone.example")).toHaveLength(3);
  const found = await skipping("http://files.example/1");
  expect(found && (await text(found))).toBe("hello");
});
