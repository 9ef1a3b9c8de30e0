import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitingFor } from "@/lib/process/in-turn";
import { listenLocally } from "@/lib/testing/listen";
import { until } from "@/lib/testing/until";
import { createHttpServer, type HttpServer } from "@/server/http";
import { requestTurns } from "@/server/http/request-turns";

type Options = Parameters<typeof createHttpServer>[0];

const SECRET = "a secret of at least 16 characters";
let running: HttpServer[] = [];
let sockets: Socket[] = [];

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_SECRET", SECRET);
  vi.stubEnv("TRUSTED_PROXIES", "1");
  // One at a time per sender, who waits for as long as a test may take.
  limit("requests=1/30");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  await Promise.all(running.map(({ close }) => close(200)));
  await until(() => expect(waitingFor("requests")).toBe(0));
  [running, sockets] = [[], []];
});

function limit(limits: string): void {
  vi.stubEnv("TEST_LIMITS", limits);
}

/** The framework: `begun` are the requests it has, in order; each is answered when the test ends it. */
class Framework {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = request.url ?? "";
    this.begun.push(name);
    await new Promise<void>((resolve) => this.#ends.set(name, resolve));
    let body = "";
    for await (const chunk of request) body += String(chunk);
    response.end(`${name} ${body}`);
  };

  async end(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.has(name);
      this.#ends.get(name)?.();
    }
  }

  has(...names: string[]): Promise<void> {
    return until(() => expect(this.begun).toEqual(expect.arrayContaining(names)));
  }
}

async function serve(options: Partial<Options> = {}) {
  const framework = new Framework();
  const http = createHttpServer({
    handle: framework.handle,
    files: null,
    receive: async ({ pathname }) => ({ status: 200, headers: {}, body: Buffer.from(pathname) }),
    streamFor: null,
    upgrade: null,
    endStreams: async () => undefined,
    dev: false,
    inTurn: requestTurns(),
    ...options,
  });
  running.push(http);
  const port = await listenLocally(http.server);
  const ask = async (path: string, headers: Record<string, string> = {}, body = "") => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.setEncoding("utf8").on("error", () => undefined);
    await once(socket, "connect");
    const lines = Object.entries({ Host: "x", Connection: "close", ...headers }).map(
      ([key, text]) => `${key}: ${text}`,
    );
    socket.write(
      `${headers["Content-Length"] ? "POST" : "GET"} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`,
    );
    return { socket, answer: textOf(socket) };
  };
  return { framework, ask };
}

async function textOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: string) => {
    text += chunk;
  });
  await once(socket, "close");
  return text;
}

/** The headers of a request from this address; by default, all come from the same network. */
function from({ address = "203.0.113.7", cookie = "" }): Record<string, string> {
  return { "X-Forwarded-For": address, Cookie: cookie };
}

async function sessionOf(userId: number, sessionId = 1): Promise<string> {
  return `parley.session=${await encode({ token: { sub: `${userId}`, sid: `${sessionId}` }, secret: SECRET })}`;
}

const waiting = (count: number) => until(() => expect(waitingFor("requests")).toBe(count));

test("people behind one address don't wait for each other, but a person's sessions share their turn", async () => {
  const { framework, ask } = await serve();
  await ask("/a", from({ cookie: await sessionOf(1, 1) }));
  await ask("/b", from({ cookie: await sessionOf(2, 2) }));
  await ask("/stranger", from({}));
  await framework.has("/a", "/b", "/stranger");
  const again = await ask("/a-elsewhere", from({ address: "198.51.100.2", cookie: await sessionOf(1, 3) }));
  await waiting(1);
  await framework.end("/a");
  await framework.end("/a-elsewhere");
  expect(await again.answer).toContain("/a-elsewhere");
  await framework.end("/b", "/stranger");
});

test("made-up cookies count by address, and an IPv6 network is one address", async () => {
  const { framework, ask } = await serve();
  await ask("/first", from({ address: "2001:db8:1:2::1", cookie: "parley.session=made-up" }));
  await framework.has("/first");
  const foreign = await encode({ token: { sub: "1", sid: "1" }, secret: "the secret of someone else" });
  await ask("/second", from({ address: "2001:db8:1:2::2", cookie: `parley.session=${foreign}` }));
  await ask("/third", from({ address: "2001:db8:1:2:3::3" }));
  await waiting(2);
  await ask("/other", from({ address: "2001:db8:1:3::1" }));
  await framework.has("/other");
  expect(framework.begun).toEqual(["/first", "/other"]);
  await framework.end("/first", "/second", "/third", "/other");
});

test("when too many of a sender's requests wait, the next gets a 429 that says when to try again", async () => {
  limit("requests=1/30,waiting-requests=1");
  const { framework, ask } = await serve();
  await ask("/running");
  await framework.has("/running");
  await ask("/waiting");
  await waiting(1);
  const api = await (await ask("/api/channels")).answer;
  expect(api).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: [1-9]\d*\r\n/i);
  expect(JSON.parse(api.slice(api.indexOf("\r\n\r\n")))).toEqual({ error: expect.stringMatching(/^You.*again\.$/) });
  const page = await (await ask("/people")).answer;
  expect(page).toMatch(/^HTTP\/1\.1 429 [\s\S]*content-type: text\/html[\s\S]*<p>You.*again\.<\/p>/i);
  expect(framework.begun).toEqual(["/running"]);
  await framework.end("/running", "/waiting");
});

test("a request that waits too long gets a 429", async () => {
  limit("requests=1/1");
  const { framework, ask } = await serve();
  await ask("/running", { "Content-Length": "40000" }, "x".repeat(40_000));
  await framework.has("/running");
  // The turn of a request that takes long ends as well, so the one after it is another that does.
  const late = await Promise.all(["/a", "/b", "/c"].map((path) => ask(path)));
  const answers = await Promise.race(late.map(({ answer }) => answer));
  expect(answers).toMatch(/^HTTP\/1\.1 429 /);
  await framework.end("/running");
});

test("a client that leaves while its request waits leaves the queue", async () => {
  const { framework, ask } = await serve();
  await ask("/running");
  await framework.has("/running");
  const { socket } = await ask("/abandoned");
  await waiting(1);
  socket.destroy();
  await waiting(0);
  await framework.end("/running");
  const next = await ask("/next");
  await framework.end("/next");
  expect(await next.answer).toContain("/next");
  expect(framework.begun).toEqual(["/running", "/next"]);
});

test("an open stream, an upload and a request that takes long don't make others wait", async () => {
  const { framework, ask } = await serve({
    streamFor: async (_, { write }) => {
      write(Buffer.from("hello"));
      return true;
    },
  });
  const { socket } = await ask("/api/events");
  await once(socket, "data");
  const file = { "Content-Type": "multipart/form-data; boundary=x", "Content-Length": "5000000" };
  await ask("/api/pictures", file, "--x\r\n");
  await ask("/long");
  await framework.has("/api/pictures", "/long");
  const next = await ask("/next");
  await framework.end("/next");
  expect(await next.answer).toContain("/next");
});

test("a request has its turn only when its body has arrived, and then the framework reads all of it", async () => {
  const { framework, ask } = await serve();
  const slow = await ask("/slow", { "Content-Length": "10" }, "01234");
  const gone = await ask("/gone", { "Content-Length": "10" }, "01234");
  const quick = await ask("/quick", { "Content-Length": "10" }, "0123456789");
  await framework.end("/quick");
  expect(await quick.answer).toContain("/quick 0123456789");
  gone.socket.destroy();
  slow.socket.write("56789");
  await framework.end("/slow");
  expect(await slow.answer).toContain("/slow 0123456789");
  expect(framework.begun).toEqual(["/quick", "/slow"]);
});

test("a kept connection serves its next request if no one reads a body that came late", async () => {
  const { ask } = await serve({ handle: async (_, response) => void response.end("unread") });
  const size = 40_000;
  const { socket, answer } = await ask("/a", { "Content-Length": `${size}`, Connection: "keep-alive" });
  socket.write(`${"x".repeat(size)}GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect((await answer).match(/unread/g)).toHaveLength(2);
});

test("webhooks don't wait for anyone's turn, and monitoring waits for no one else's", async () => {
  const { framework, ask } = await serve();
  await ask("/running");
  await framework.has("/running");
  await ask("/waiting");
  await waiting(1);
  expect(await (await ask("/webhooks/incoming/1/token")).answer).toContain("/webhooks/incoming/1/token");
  const health = await ask("/api/ready");
  await framework.end("/api/ready");
  expect(await health.answer).toContain("/api/ready");
  await ask("/api/ready?by=a-stranger", from({}));
  await framework.has("/api/ready?by=a-stranger");
  await ask("/api/ready?by=a-probe", from({ address: "198.51.100.2" }));
  await framework.end("/api/ready?by=a-probe", "/api/ready?by=a-stranger", "/running", "/waiting");
});

test("LIMITS=off lets every request run at once", async () => {
  vi.stubEnv("LIMITS", "off");
  limit("none");
  const { framework, ask } = await serve();
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  for (const path of paths) await ask(path);
  await framework.end(...paths);
});
