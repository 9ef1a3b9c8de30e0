import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { until } from "@/lib/testing/until";
import { clock, type RequestsJob } from "@/server/bench/load/jobs";
import { getRequest, postRequest } from "@/server/bench/load/load-process";
import { markOf, Streams } from "@/server/bench/load/read-streams";
import { sendRequests } from "@/server/bench/load/send-requests";

let server: Server | null = null;

async function serve(listener: RequestListener): Promise<number> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return address.port;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  server = null;
});

const job = (port: number, fields: Partial<RequestsJob>): RequestsJob => ({
  kind: "requests",
  port,
  connections: 2,
  requests: [postRequest("/", "{}")],
  perSecond: null,
  leadMilliseconds: 0,
  milliseconds: 60_000,
  most: 20,
  ...fields,
});

test("requests are sent in turn, starting over after the last one, and all are counted", async () => {
  const bodies: string[] = [];
  const port = await serve((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
    request.on("end", () => response.end("ok"));
  });
  const requests = ["1", "2", "3", "4"].map((body) => postRequest("/", body));
  const { sent, failures } = await sendRequests(job(port, { requests }));
  expect({ sent, failures }).toEqual({ sent: 20, failures: {} });
  expect(bodies.toSorted().join("")).toBe("11111222223333344444");
});

test("the slowest hundredth of the answers is returned, with the port that each came from", async () => {
  const ports: (number | undefined)[] = [];
  const port = await serve((request, response) => {
    ports.push(request.socket.remotePort);
    setTimeout(() => response.end("ok"), ports.length === 30 ? 100 : 0);
  });
  const { slowest } = await sendRequests(job(port, { most: 100 }));
  expect(slowest).toEqual([{ port: ports[29], sentAt: expect.any(Number), answeredAt: expect.any(Number) }]);
});

test("a refusal and a broken connection count as failures, and later requests are still sent", async () => {
  let count = 0;
  const port = await serve((request, response) => {
    count += 1;
    if (count === 5) request.socket.destroy();
    else response.writeHead(count === 9 ? 429 : 200).end("slowly");
  });
  const { sent, failures } = await sendRequests(job(port, {}));
  expect(sent).toBe(18);
  expect(Object.values(failures).map(({ times }) => times)).toEqual([1, 1]);
  expect(failures["429"]?.example).toContain("slowly");
});

test("with a fixed rate, the outcome has the time of each request", async () => {
  const port = await serve((_, response) => response.end());
  const began = clock();
  const { sentAt } = await sendRequests(job(port, { perSecond: 1_000, most: 10 }));
  expect(sentAt).toHaveLength(10);
  // One request per millisecond. A timer may fire two early, and one connection may overtake the other.
  expect(sentAt.filter((at, number) => at < began + number - 2 || at > clock())).toEqual([]);
});

test("the report counts missing and doubled posts, also when a post arrives in two pieces", async () => {
  let opened = 0;
  const port = await serve((_, response) => {
    opened += 1;
    const [first, second] = [0, 1].map(
      (number) => `data: {"content":"${markOf(number)}","parsed":"${markOf(number)}"}\n\n`,
    );
    // Without chunked encoding, whose lengths would separate the pieces.
    response.removeHeader("transfer-encoding");
    response.writeHead(200, { connection: "close" });
    response.write('data: {"type":"ready"}\n\n');
    response.write(`${first}${first}`);
    if (opened === 2) return;
    response.write(second?.slice(0, 25));
    setImmediate(() => response.write(second?.slice(25)));
  });
  const request = getRequest("/api/events", "");
  const streams = await Streams.open({ kind: "streams-open", port, requests: [request, request], atOnce: 1, posts: 2 });
  await until(() => expect(streams.report()).toMatchObject({ missing: 1, doubled: 2, ended: 0 }));
  expect(streams.opened().tookMilliseconds).toHaveLength(2);
  streams.close();
});
