import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { type Carrier, EventStream } from "@/lib/live/streams/event-stream";
import type { StreamRequest } from "@/lib/live/streams/open-stream";
import { listenLocally } from "@/lib/testing/listen";
import { until } from "@/lib/testing/until";
import { type StreamFor, streamLane } from "@/server/express-lane";
import { parseTarget } from "@/server/http/gate";

const bytes = (text: string) => new TextEncoder().encode(text);
const GET = "GET /api/events?channel=7&rev=3 HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\nLast-Event-ID: 7:4\r\n";
let endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings) end();
  endings = [];
});

type ServedParley = { ask: (head?: string) => Promise<Client>; connections: () => Promise<number> };

/** Starts a server that tries the lane first and responds with "the framework" otherwise. */
async function serve(streamFor: StreamFor): Promise<ServedParley> {
  const serveOne = async (request: IncomingMessage, response: ServerResponse) => {
    const target = parseTarget(request.url ?? "");
    if (target && !(await streamLane(streamFor, request, response, target))) response.end("the framework");
  };
  const server = createServer((request, response) => void serveOne(request, response));
  endings.push(() => void server.close().closeAllConnections());
  const port = await listenLocally(server);
  const ask = async (head = GET) => {
    const socket = connect(port, "127.0.0.1");
    const client = new Client(socket);
    await once(socket, "connect");
    socket.write(`${head}\r\n`);
    return client;
  };
  return { ask, connections: () => promisify(server.getConnections.bind(server))() };
}

class Client {
  text = "";
  ended = false;
  constructor(readonly socket: Socket) {
    socket.on("data", (chunk) => {
      this.text += chunk.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.ended = true;
    });
  }
}

/** Starts a stream with two frames and records what happens to it. */
function start(carrier: Carrier, onEnd: () => void = () => {}): EventStream {
  const stream = new EventStream(carrier, onEnd);
  for (const frame of ["one\n\n", "two\n\n"]) stream.send(bytes(frame));
  return stream;
}

test("a stream is served without the framework and sends frames unchanged until it's closed", async () => {
  const asked: StreamRequest[] = [];
  const opened: EventStream[] = [];
  const { ask } = await serve(async (request, carrier) => {
    asked.push(request);
    opened.push(start(carrier));
    return true;
  });
  const client = await ask();
  await until(() => expect(client.text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\none\n\ntwo\n\n$/));
  expect(client.text).toMatch(/^content-type: text\/event-stream; charset=utf-8\r$/im);
  expect(client.text).not.toMatch(/transfer-encoding|content-length/i);
  expect(asked.map(({ cookies, search, lastEventId }) => [cookies, search.toString(), lastEventId])).toEqual([
    ["a=b", "channel=7&rev=3", "7:4"],
  ]);
  opened[0]?.send(bytes("three\n\n"));
  await until(() => expect(client.text).toMatch(/two\n\nthree\n\n$/));
  expect(client.ended).toBe(false);
  opened[0]?.close();
  await until(() => expect(client.ended).toBe(true));
});

test("a browser that disconnects ends its stream, even while it's opening", async () => {
  const onEnd = vi.fn();
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { ask } = await serve(async ({ search }, carrier) => {
    if (search.get("channel") === "8") await gone;
    start(carrier, onEnd);
    return true;
  });
  const client = await ask();
  await until(() => expect(client.text).toContain("two"));
  client.socket.destroy();
  await until(() => expect(onEnd).toHaveBeenCalledTimes(1));
  const early = await ask(GET.replace("channel=7", "channel=8"));
  early.socket.destroy();
  await until(() => expect(early.ended).toBe(true));
  go();
  await until(() => expect(onEnd).toHaveBeenCalledTimes(2));
});

test("a browser that doesn't read is disconnected", async () => {
  const onEnd = vi.fn();
  const { ask, connections } = await serve(async (_, carrier) => {
    const stream = start(carrier, onEnd);
    for (let count = 0; count < 300; count += 1) stream.send(new Uint8Array(64 * 1024));
    return true;
  });
  const client = await ask();
  client.socket.pause();
  await until(() => expect(onEnd).toHaveBeenCalledTimes(1));
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });
});

test("requests for anything but a stream are left to the framework", async () => {
  let outcome = async (_: Carrier): Promise<boolean> => false;
  const streamFor = vi.fn((_: StreamRequest, carrier: Carrier) => outcome(carrier));
  const { ask } = await serve(streamFor);
  const answered = async (head = GET) => {
    const client = await ask(head);
    await until(() => expect(client.text).toContain("the framework"));
    client.socket.destroy();
  };
  await answered();
  outcome = async (carrier) => {
    // As when the database is unavailable: the stream closes before anything was written.
    new EventStream(carrier, () => {}).close();
    throw new Error("no database");
  };
  await answered();
  expect(streamFor).toHaveBeenCalledTimes(2);
  for (const line of ["POST /api/events", "GET /api/events/", "GET /api/channels"]) {
    await answered(GET.replace(/^\S+ [^? ]+/, line));
  }
  await answered(`${GET}Content-Length: 0\r\n`);
  expect(streamFor).toHaveBeenCalledTimes(2);
});
