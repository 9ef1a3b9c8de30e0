import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenLocally } from "@/lib/testing/listen";

/** How a proxy misbehaves. */
type Faults = {
  /** Changes the headers on the way to Parley. */
  headers?: (headers: IncomingHttpHeaders) => void;
  /** Passes an answer on only when it's complete. */
  buffers?: true;
  /** Ends an answer in which nothing arrives for so many milliseconds. */
  longestQuiet?: number;
  /** Refuses larger bodies, in bytes. */
  mostBytes?: number;
  /** Answers everything itself. */
  answer?: { status: number; headers?: OutgoingHttpHeaders };
  /** The Date of its answers. */
  date?: Date;
};

/** A proxy in front of Parley that does what docs/deploy.md asks for, apart from its faults. */
export async function startProxy(parley: string, faults: Faults = {}): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(parley);
  const server = createServer((request, response) => {
    const { answer, mostBytes = Number.POSITIVE_INFINITY } = faults;
    if (answer) return void response.writeHead(answer.status, answer.headers).end("<h1>Proxy</h1>");
    if (Number(request.headers["content-length"] ?? 0) > mostBytes) {
      response.writeHead(413, { connection: "close" }).end("<h1>413 Request Entity Too Large</h1>");
      return;
    }
    const peer = request.socket.remoteAddress ?? "";
    const headers: IncomingHttpHeaders = { ...request.headers, "x-forwarded-proto": "http" };
    headers["x-forwarded-for"] = [request.headers["x-forwarded-for"], peer].filter(Boolean).join(", ");
    faults.headers?.(headers);
    const { method, url } = request;
    const onwards = send({ hostname, port, method, path: url, headers, agent: false }, (given) => {
      const more = faults.date && { date: faults.date.toUTCString() };
      response.writeHead(given.statusCode ?? 502, { ...given.headers, ...more });
      if (faults.longestQuiet) given.setTimeout(faults.longestQuiet, () => response.destroy());
      if (!faults.buffers) return void given.pipe(response);
      buffer(given).then(
        (body) => response.end(body),
        () => response.destroy(),
      );
    });
    onwards.on("error", () => response.destroy());
    request.pipe(onwards);
  });
  return {
    url: `http://localhost:${await listenLocally(server)}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
