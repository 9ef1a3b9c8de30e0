import { EventEmitter, once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { listenLocally } from "@/lib/testing/listen";
import type { WebhookRequest } from "@/lib/webhooks/request/context";
import type { WebhookResponse } from "@/lib/webhooks/request/response";
import { createHttpServer, type HttpServer } from "@/server/http";

type Options = Parameters<typeof createHttpServer>[0];

const CAP = 256 * 1024;
let running: HttpServer[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.map(({ close }) => close(200)));
  running = [];
});

test("the listener passes a webhook request on as plain values and sends the response without the framework", async () => {
  const { port } = await serve();
  const answer = await exchange(port, post("/webhooks/incoming/1/secret?thread=2", "hello"));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/cache-control: no-store/i);
  expect(JSON.parse(bodyOf(answer))).toEqual({
    method: "POST",
    pathname: "/webhooks/incoming/1/secret",
    type: "text/plain",
    bytes: 5,
  });
});

test("pages send HSTS only if BASE_URL is https, and not for subdomains", async () => {
  const { port } = await serve();
  const get = () => exchange(port, request("GET", "/"));
  expect(await get()).not.toMatch(/strict-transport-security/i);
  vi.stubEnv("BASE_URL", "http://chat.example");
  expect(await get()).not.toMatch(/strict-transport-security/i);
  vi.stubEnv("BASE_URL", "https://chat.example");
  expect(await get()).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
});

test("a request target in absolute form reaches the same webhook", async () => {
  const { port } = await serve();
  const answer = await exchange(port, post("http://example.test/webhooks/incoming/1/secret", "hello"));
  expect(JSON.parse(bodyOf(answer)).pathname).toBe("/webhooks/incoming/1/secret");
});

test("a response to HEAD has headers and no body", async () => {
  const { port } = await serve();
  const answer = await readAll(await sending(port, request("HEAD", "/webhooks/incoming/1/secret")));
  expect(answer).toMatch(/content-length: [1-9]/i);
  expect(bodyOf(answer)).toBe("");
});

test("a sender that is refused before it has sent everything can still read the whole response", async () => {
  const { port } = await serve();
  const socket = await open(port);
  const answer = readAll(socket);
  socket.write("POST /webhooks/incoming/1/secret HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < 4 * 1024 * 1024; sent += chunk.length) {
    socket.write(`${chunk.length.toString(16)}\r\n`);
    socket.write(chunk);
    if (!socket.write("\r\n")) await once(socket, "drain");
  }
  socket.write("0\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*too large/i);
});

test("the connection closes if a body keeps trickling in after its request was answered", async () => {
  const { port } = await serve({ handle: async (_, response) => void response.writeHead(401).end("no") });
  const socket = await open(port);
  const answer = readAll(socket);
  socket.write("POST /api/channels/1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n");
  const trickle = setInterval(() => socket.write("x"), 50);
  socket.on("error", () => undefined);
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  clearInterval(trickle);
});

test("the connection stays open if the rest of a body arrives just after the response", async () => {
  const { port } = await serve({ handle: async (_, response) => void response.writeHead(401).end("no") });
  const socket = await open(port);
  const answers = readAll(socket);
  socket.write("POST /api/a HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
  await once(socket, "readable");
  socket.write(`123456789${request("GET", "/api/b")}`);
  expect((await answers).match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
});

test("a HEAD request that can't be parsed gets no body", async () => {
  const { port } = await serve();
  const socket = await open(port);
  const answer = readAll(socket);
  socket.write(Buffer.from("HEAD /\u00fc HTTP/1.1\r\nHost: x\r\n\r\n"));
  expect(await answer).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n$/s);
});

test("a connection keeps nothing of the requests that it has answered early", async () => {
  const listeners: number[] = [];
  const handle: Options["handle"] = async ({ socket }, response) => {
    listeners.push(socket.listenerCount("close"));
    response.writeHead(401).end("no");
  };
  const { port } = await serve({ handle });
  const socket = await open(port);
  for (let times = 0; times < 3; times += 1) {
    socket.write("POST /api/a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n");
    await once(socket, "readable");
    socket.read();
    socket.write("1");
  }
  socket.destroy();
  expect(new Set(listeners).size).toBe(1);
});

test("a sender that waits for 100 Continue can be refused without getting it", async () => {
  const { port } = await serve();
  const head =
    "POST /webhooks/incoming/1/none HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n";
  expect(await exchange(port, head)).toMatch(/^HTTP\/1\.1 404 /);
});

test("a sender that disconnects in the middle of its body doesn't affect other requests", async () => {
  const { port } = await serve();
  const socket = await open(port);
  socket.write("POST /webhooks/incoming/1/secret HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nhello");
  socket.destroy();
  expect(await exchange(port, post("/webhooks/incoming/1/secret", "hello"))).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ["a length over 1 MiB", "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n", 413],
  ["a body without a length", "POST /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 411],
  ["a path that can't be decoded, under /api", "GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n", 404],
  ["a path that can't be decoded, elsewhere", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["a method that Parley doesn't support", "PROPFIND /api/x HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["a method that doesn't exist", "FOO /api/x HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["a CONNECT request", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["a request without a Host header", "GET / HTTP/1.1\r\n\r\n", 400],
  ["a request that isn't HTTP", "hello\r\n\r\n", 400],
  ["an unknown expectation", "POST /api/x HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n", 417],
  ["headers over 16 KiB", `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["a WebSocket", "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 400],
])("%s gets a JSON error", async (_, raw, status) => {
  const { port } = await serve();
  const answer = await exchange(port, raw);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(bodyOf(answer))).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
});

test("a webhook responds to a method that HTTP doesn't know", async () => {
  const { port } = await serve();
  for (const path of ["/webhooks/incoming/1/none", "/api/v10/webhooks/1/none"]) {
    expect(await exchange(port, `FOO ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
  }
});

test("headers and bodies that don't arrive in time get a 408", async () => {
  const { port } = await serve({ timeouts: { headers: 150, request: 300 } });
  const [headers, body] = await Promise.all([
    exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n"),
    exchange(port, "POST /webhooks/incoming/1/secret HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhel"),
  ]);
  for (const answer of [headers, body]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(bodyOf(answer))).toEqual({ error: "The request took too long to arrive. Try again." });
  }
});

test("the framework's empty and HTML errors under /api become JSON, and a handler's responses don't change", async () => {
  const { port } = await serve({
    handle: async (request, response) => {
      if (request.url === "/api/empty") response.writeHead(405).end();
      else if (request.url === "/api/page")
        response.writeHead(404, { "content-type": "text/html" }).end("<p>Nothing</p>");
      else response.writeHead(400, { "content-type": "application/json" }).end('{"error":"Ours."}');
    },
  });
  expect(bodyOf(await exchange(port, request("GET", "/api/empty")))).toBe(`{"error":"This method isn't allowed."}`);
  expect(bodyOf(await exchange(port, request("GET", "/api/page")))).toBe(
    `{"error":"There's nothing at this URL. Check the path."}`,
  );
  expect(bodyOf(await exchange(port, request("GET", "/api/own")))).toBe('{"error":"Ours."}');
});

test("a handler that throws gets a 500 without details", async () => {
  const { port } = await serve({
    handle: async () => {
      throw new Error("a secret");
    },
  });
  const answer = await exchange(port, request("GET", "/page"));
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(answer).not.toContain("secret");
});

test("a page gets a new nonce in its request and policy, and the client's headers can't replace it", async () => {
  const { port } = await serve();
  const forged =
    "GET /page HTTP/1.1\r\nHost: x\r\nX-Nonce: forged\r\nContent-Security-Policy: script-src *\r\nConnection: close\r\n\r\n";
  const answer = await exchange(port, forged);
  const nonce = bodyOf(answer);
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(answer).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`);
  const again = await exchange(port, forged);
  expect(bodyOf(again)).not.toBe(nonce);
  expect(bodyOf(await exchange(port, forged.replace("/page", "/api/x")))).toBe("none");
});

test("closing ends streams, lets requests in progress finish and refuses new connections", async () => {
  const streams = new Set<ServerResponse>();
  const slowRequests = new EventEmitter<{ asked: [ServerResponse] }>();
  const { port, close } = await serve({
    endStreams: async () => {
      for (const stream of streams) stream.end("bye");
    },
    handle: async (request, response) => {
      if (request.url === "/stream") {
        streams.add(response);
        response.write("hi ");
      } else slowRequests.emit("asked", response);
    },
  });
  const stream = await open(port);
  stream.write(request("GET", "/stream", "keep-alive"));
  await once(stream, "readable");
  const idle = await open(port);
  const slow = await open(port);
  slow.write(request("GET", "/slow", "keep-alive"));
  const [inFlight] = (await once(slowRequests, "asked")) as [ServerResponse];
  const answers = Promise.all([stream, slow, idle].map((socket) => readAll(socket)));
  // Much longer than a test may take: it ends because everything has.
  const closed = close(600_000);
  inFlight.end("finished");
  await closed;
  const [streamed, finished] = await answers;
  expect(streamed).toContain("bye");
  expect(finished).toMatch(/connection: close[\s\S]*finished/i);
  await expect(open(port)).rejects.toThrow("ECONNREFUSED");
});

test("a request that arrives on an open connection during the close is answered, and told to close it", async () => {
  const { port, close } = await serve();
  const idle = await open(port);
  idle.write(request("GET", "/page", "keep-alive"));
  await once(idle, "data");
  const answer = readAll(idle);
  const closed = close(600_000);
  await vi.waitFor(() => expect(open(port)).rejects.toThrow("ECONNREFUSED"));
  idle.write(request("GET", "/page", "keep-alive"));
  await closed;
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
});

test.each(["/api/ready", "/api/health?balancer"])(
  "a load balancer that asks for %s gets a 503 before the instance refuses connections",
  async (path) => {
    const { port, close } = await serve();
    const ready = async () => {
      const socket = await open(port);
      socket.write(request("GET", path, "close"));
      return readAll(socket);
    };
    expect(await ready()).toMatch(/^HTTP\/1\.1 200 /);
    const closed = close(600_000);
    expect(await ready()).toMatch(/^HTTP\/1\.1 503 [\s\S]*This instance is stopping/);
    await closed;
    await expect(open(port)).rejects.toThrow("ECONNREFUSED");
  },
);

test("closing ends a stream that opens during the close", async () => {
  const streams = new Set<ServerResponse>();
  const requests = new EventEmitter<{ asked: [ServerResponse] }>();
  const { port, close } = await serve({
    endStreams: async () => {
      for (const stream of streams) stream.end("bye");
    },
    handle: async (_, response) => void requests.emit("asked", response),
  });
  const socket = await open(port);
  socket.write(request("GET", "/stream", "keep-alive"));
  const [response] = (await once(requests, "asked")) as [ServerResponse];
  const answer = readAll(socket);
  // Much longer than a test may take.
  const closed = close(600_000);
  streams.add(response);
  response.write("hi ");
  await closed;
  expect(await answer).toContain("bye");
});

test("closing destroys connections that don't end in time", async () => {
  const { port, close } = await serve({ handle: async (_, response) => void response.write("for ever") });
  const socket = await open(port);
  socket.write(request("GET", "/stream", "keep-alive"));
  await once(socket, "readable");
  await Promise.all([close(300), readAll(socket)]);
});

async function serve(options: Partial<Options> = {}): Promise<HttpServer & { port: number }> {
  const defaults = {
    handle: showNonce,
    files: null,
    receive: stubReceive,
    streamFor: null,
    upgrade: null,
    endStreams: async () => undefined,
    dev: false,
  };
  const http = createHttpServer({ ...defaults, ...options });
  running.push(http);
  return { ...http, port: await listenLocally(http.server) };
}

async function showNonce(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.end(String(request.headers["x-nonce"] ?? "none"));
}

/** Replaces the webhook endpoint: accepts one token and limits the body while it streams. */
async function stubReceive({ method, pathname, headers, body }: WebhookRequest): Promise<WebhookResponse> {
  const json = (status: number, value: unknown) => {
    return { status, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(value)) };
  };
  if (!pathname.endsWith("/secret")) return json(404, { error: "There is no webhook." });
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > CAP) return json(413, { error: "The body is too large." });
  }
  return json(200, { method, pathname, type: headers("Content-Type"), bytes });
}

function request(method: string, target: string, connection = "close"): string {
  return `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
}

function post(target: string, body: string): string {
  const headers = `Host: x\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}`;
  return `POST ${target} HTTP/1.1\r\n${headers}\r\n\r\n${body}`;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined);
  return socket;
}

async function sending(port: number, raw: string): Promise<Socket> {
  const socket = await open(port);
  socket.write(raw);
  return socket;
}

async function exchange(port: number, raw: string): Promise<string> {
  const socket = await open(port);
  const answer = readAll(socket, isWhole);
  socket.write(raw);
  return answer;
}

/** Resolves with everything that arrives until the other side closes or `isEnough` returns true. */
async function readAll(socket: Socket, isEnough: (text: string) => boolean = () => false): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (isEnough(text)) socket.destroy();
  });
  await new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    socket.once("close", () => resolve());
  });
  return text;
}

function isWhole(answer: string): boolean {
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return length !== undefined && answer.includes("\r\n\r\n") && bodyOf(answer).length >= Number(length);
}

function bodyOf(answer: string): string {
  const raw = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  return /transfer-encoding: chunked/i.test(answer)
    ? raw.replace(/[0-9a-f]+\r\n([\s\S]*?)\r\n(0\r\n\r\n)?/g, "$1")
    : raw;
}
