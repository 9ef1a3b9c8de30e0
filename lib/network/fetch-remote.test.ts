import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer as createNetServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Duplex } from "node:stream";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { fetchPage, fetchRemote, type Network, postRemote } from "@/lib/network/fetch-remote";

const PUBLIC = "93.184.216.34";
const LIMITS = { bytes: 1000, ms: 10_000, by: 1n };
const directory = mkdtempSync(path.join(tmpdir(), "parley-fetch-"));
const open: { close: () => void }[] = [];
let files = 0;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  for (const server of open.splice(0)) server.close();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/**
 * Starts a web server in place of every public address. Returns its requests and the addresses that were connected
 * to.
 */
async function internet(answer: RequestListener, names: Record<string, string[]> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  return { requests, ...(await networkOf(server, names)) };
}

async function networkOf(server: Server, names: Record<string, string[]> = {}) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  const network = {
    resolve: vi.fn<Network["resolve"]>(async (name) => names[name] ?? [PUBLIC]),
    connect: vi.fn<Network["connect"]>(() => connect(port, "127.0.0.1")),
  };
  return { network };
}

async function fetched(url: string, network: Network, limits = LIMITS): Promise<string> {
  const file = path.join(directory, `${files++}`);
  await fetchRemote(url, file, limits, network);
  return readFileSync(file, "utf8");
}

test("a fetch connects to the name's one address, without revealing who wants it", async () => {
  const { network, requests } = await internet((_, response) => response.end("a picture"));
  expect(await fetched("http://pictures.example/a%20b.png?x=1#y", network)).toBe("a picture");
  expect(network.resolve).toHaveBeenCalledOnce();
  expect(network.connect).toHaveBeenCalledExactlyOnceWith(PUBLIC, 80);
  const [request] = requests;
  expect([request?.method, request?.url]).toEqual(["GET", "/a%20b.png?x=1"]);
  expect(request?.headers.host).toBe("pictures.example");
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
});

test("a fetch uses TLS with the requested name", async () => {
  const hellos: Buffer[] = [];
  const server = createNetServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => {
      hellos.push(bytes);
      socket.destroy();
    });
  });
  const { network } = await networkOf(server);
  await expect(fetched("https://pictures.example/a.png", network)).rejects.toThrow();
  // A TLS handshake that names the host.
  expect(hellos.map((bytes) => [bytes[0], bytes.includes("pictures.example")])).toEqual([[0x16, true]]);
  expect(network.connect).toHaveBeenCalledExactlyOnceWith(PUBLIC, 443);
});

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://１２７。０。０。１/",
  "http://10.1.2.3/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::7f00:1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
])("a fetch doesn't connect to %s", async (url) => {
  const { network } = await internet((_, response) => response.end("secret"));
  await expect(fetched(url, network)).rejects.toThrow("the address");
  expect(network.connect).not.toHaveBeenCalled();
});

test.each([
  "file:///etc/passwd",
  "ftp://pictures.example/a.png",
  "gopher://pictures.example/",
  "data:image/png;base64,AA",
  "http://pictures.example:22/",
  "http://pictures.example:6379/",
  "https://pictures.example:3000/",
  "http://me:secret@pictures.example/",
  "nowhere",
])("a fetch refuses %s", async (url) => {
  const { network } = await internet((_, response) => response.end());
  await expect(fetched(url, network)).rejects.toThrow();
  expect([network.resolve.mock.calls, network.connect.mock.calls]).toEqual([[], []]);
});

test.each([
  ["a private address", ["10.0.0.1"]],
  ["a private address beside a public one", [PUBLIC, "127.0.0.1"]],
  ["a private IPv6 address beside a public one", [PUBLIC, "::1"]],
  ["no address", []],
])("a fetch doesn't connect to a name with %s", async (_, addresses) => {
  const { network } = await internet((_, response) => response.end("secret"), { "inside.example": addresses });
  await expect(fetched("http://inside.example/", network)).rejects.toThrow("address");
  expect(network.connect).not.toHaveBeenCalled();
});

test("nothing connects to BASE_URL's addresses, by any name, even after a redirect or to send something", async () => {
  vi.stubEnv("BASE_URL", "https://chat.example");
  const own = ["93.184.216.77"];
  const { network } = await internet(redirecting("http://alias.example/0"), {
    "chat.example": own,
    "alias.example": own,
  });
  const refused = "the address 93.184.216.77";
  for (const url of ["http://chat.example:8080/", "http://alias.example/", "http://93.184.216.77/"]) {
    await expect(fetched(url, network)).rejects.toThrow(refused);
    await expect(postRemote(url, { headers: {}, body: Buffer.from("x") }, LIMITS, network)).rejects.toThrow(refused);
  }
  expect(network.connect).not.toHaveBeenCalled();
  await expect(fetched("http://pictures.example/1", network)).rejects.toThrow(refused);
  expect(network.connect).toHaveBeenCalledOnce();
});

test("a fetch connects to the address that it checked, even if the name resolves differently by then", async () => {
  const { network } = await internet((_, response) => response.end("a picture"));
  network.resolve.mockResolvedValueOnce([PUBLIC]).mockResolvedValue(["127.0.0.1"]);
  expect(await fetched("http://rebinding.example/", network)).toBe("a picture");
  expect(network.connect).toHaveBeenCalledExactlyOnceWith(PUBLIC, 80);
});

test("an IPv6 address is used if there is no other", async () => {
  const { network } = await internet((_, response) => response.end("a picture"), {
    "six.example": ["2606:4700::1111"],
  });
  expect(await fetched("http://six.example/", network)).toBe("a picture");
  expect(await fetched("http://[2606:4700::1111]:8080/", network)).toBe("a picture");
  expect(network.connect.mock.calls).toEqual([
    ["2606:4700::1111", 80],
    ["2606:4700::1111", 8080],
  ]);
});

/** Redirects `/3` to `/2` and so on, and finally to `last`. */
const redirecting =
  (last: string): RequestListener =>
  ({ url }, response) => {
    const left = Number(url?.slice(1));
    if (left === 0) response.end("a picture");
    else response.writeHead(302, { Location: left === 1 ? last : `/${left - 1}`, "Set-Cookie": "a=b" }).end();
  };

test("a fetch follows three redirects, without their cookies", async () => {
  const { network, requests } = await internet(redirecting("http://other.example/0"));
  expect(await fetched("http://pictures.example/3", network)).toBe("a picture");
  expect(requests.map(({ headers }) => headers.host)).toEqual([...Array(3).fill("pictures.example"), "other.example"]);
  expect(requests.flatMap(({ headers }) => headers.cookie ?? headers.referer ?? [])).toEqual([]);
  expect(network.resolve).toHaveBeenCalledTimes(4);
  await expect(fetched("http://pictures.example/4", network)).rejects.toThrow("more than 3 redirects");
});

test.each([
  ["http://127.0.0.1/0", "the address 127.0.0.1"],
  ["http://[::ffff:10.0.0.1]/0", "the address ::ffff:a00:1"],
  ["http://inside.example/0", "the address 192.168.0.1"],
  ["file:///etc/passwd", "the protocol"],
  ["//pictures.example:25/0", "the port 25"],
  ["http://a:b@pictures.example/0", "a password"],
])("a fetch doesn't follow a redirect to %s", async (location, reason) => {
  const { network, requests } = await internet(redirecting(location), { "inside.example": ["192.168.0.1"] });
  await expect(fetched("http://pictures.example/1", network)).rejects.toThrow(reason);
  expect(requests).toHaveLength(1);
});

test.each<[string, RequestListener]>([
  ["another status", (_, response) => response.writeHead(404).end("a picture")],
  ["a compressed answer", (_, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end("x")],
  ["too much, said before", (_, response) => response.writeHead(200, { "Content-Length": 1001 }).flushHeaders()],
  ["too much, without a word", (_, response) => response.end("x".repeat(1001))],
  [
    "an answer that breaks off",
    (_, response) => response.writeHead(200, { "Content-Length": 9 }).write("x", () => response.destroy()),
  ],
  ["a redirect to nowhere", (_, response) => response.writeHead(302).end()],
])("takes no %s", async (_, answer) => {
  const { network } = await internet(answer);
  await expect(fetched("http://pictures.example/", network)).rejects.toThrow();
});

test.each<[string, RequestListener]>([
  ["says nothing", () => undefined],
  ["doesn't end", (_, response) => void response.writeHead(200).write("x")],
])("waits no longer than it may for a host that %s", async (_, answer) => {
  const { network } = await internet(answer);
  await expect(fetched("http://pictures.example/", network, { ...LIMITS, ms: 100 })).rejects.toThrow();
});

test("an address gets 3 of 10 seconds to connect, and 5 to start its response", async () => {
  const waits = vi.spyOn(globalThis, "setTimeout");
  const { network } = await internet((_, response) => response.end("a picture"));
  expect(await fetched("http://pictures.example/", network)).toBe("a picture");
  expect(waits.mock.calls.map(([, ms]) => ms)).toEqual(expect.arrayContaining([3_000, 5_000]));
  waits.mockRestore();
});

test("an address that couldn't be connected to is skipped for five minutes, except for its other ports", async () => {
  const { network } = await internet((_, response) => response.end("a picture"), {
    "silent.example": ["93.184.216.99"],
    "silent-too.example": ["93.184.216.99"],
  });
  const usual = network.connect.getMockImplementation();
  network.connect.mockImplementationOnce(() => new Duplex({ read: () => undefined, write: () => undefined }) as Socket);
  await expect(fetched("http://silent.example/", network, { ...LIMITS, ms: 300 })).rejects.toThrow("no connection");
  if (usual) network.connect.mockImplementation(usual);
  await expect(fetched("http://silent-too.example/", network)).rejects.toThrow("a moment ago");
  expect(network.connect).toHaveBeenCalledOnce();
  for (const port of [8080, 8443]) expect(await fetched(`http://silent.example:${port}/`, network)).toBe("a picture");
  expect(await fetched("http://pictures.example/", network)).toBe("a picture");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4 * 60_000 });
  await expect(fetched("http://silent.example/", network)).rejects.toThrow("a moment ago");
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(await fetched("http://silent.example/", network)).toBe("a picture");
});

test("looking up a name counts toward the time limit", async () => {
  const { network } = await internet(() => undefined);
  network.resolve.mockReturnValue(new Promise(() => undefined));
  await expect(fetched("http://slow.example/", network, { ...LIMITS, ms: 100 })).rejects.toThrow(/time/);
  expect(network.connect).not.toHaveBeenCalled();
});

describe("a POST to another site", () => {
  const request = { headers: { TTL: "60", "Content-Type": "application/octet-stream" }, body: Buffer.from("sealed") };

  test("arrives unchanged, and returns any status", async () => {
    let said = "";
    const { network, requests } = await internet((asked, response) => {
      asked.on("data", (part) => {
        said += part;
      });
      asked.on("end", () => response.writeHead(429, { "Retry-After": "7" }).end("later"));
    });
    const answer = await postRemote("http://push.example/x?y=1", request, LIMITS, network);
    expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "7" }, text: "later" });
    expect([requests[0]?.method, requests[0]?.url, said]).toEqual(["POST", "/x?y=1", "sealed"]);
    expect(requests[0]?.headers).toMatchObject({ host: "push.example", ttl: "60" });
    expect(network.connect).toHaveBeenCalledExactlyOnceWith(PUBLIC, 80);
  });

  test("follows no redirect", async () => {
    const { network } = await internet((_, response) =>
      response.writeHead(307, { Location: "http://a.example/" }).end(),
    );
    expect((await postRemote("http://push.example/", request, LIMITS, network)).status).toBe(307);
    expect(network.connect).toHaveBeenCalledOnce();
  });

  test("goes to public addresses only, and limits the response", async () => {
    const { network } = await internet((_, response) => response.end("x".repeat(2000)), { "in.example": ["10.0.0.1"] });
    for (const url of [
      "http://in.example/",
      "http://127.0.0.1/",
      "http://[::1]/",
      "ftp://push.example/",
      "http://push.example:25/",
    ])
      await expect(postRemote(url, request, LIMITS, network)).rejects.toThrow();
    expect(network.connect).not.toHaveBeenCalled();
    await expect(postRemote("http://push.example/", request, LIMITS, network)).rejects.toThrow("more than 1000 bytes");
  });
});

describe("a page", () => {
  test("is read up to the limit, after redirects, and says where it was found", async () => {
    const { network, requests } = await internet((request, response) => {
      if (request.url === "/") return void response.writeHead(302, { Location: "/page" }).end();
      response.setHeader("Content-Type", "text/html; charset=utf-8").end("x".repeat(100_000));
    });
    const page = await fetchPage("http://site.example/", LIMITS, network);
    expect(page).toMatchObject({ url: "http://site.example/page", contentType: "text/html; charset=utf-8" });
    expect(page.body).toHaveLength(LIMITS.bytes);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  test("is refused if it isn't HTML, or on an address that isn't public", async () => {
    const { network } = await internet(
      (_, response) => response.setHeader("Content-Type", "application/pdf").end("x"),
      { "inside.example": ["10.0.0.1"] },
    );
    await expect(fetchPage("http://site.example/", LIMITS, network)).rejects.toThrow("no HTML");
    await expect(fetchPage("http://inside.example/", LIMITS, network)).rejects.toThrow("10.0.0.1");
  });
});
