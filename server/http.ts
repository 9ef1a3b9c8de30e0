import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as ConnectionServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { isLoopback, markOnThisMachine } from "@/lib/network/client-address";
import { takeForwarded } from "@/lib/network/request-address";
import { env, isReachedByHttps } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { processWide } from "@/lib/process/process-wide";
import { withRequestId } from "@/lib/process/request-id";
import { tracer } from "@/lib/process/tracing";
import { DOCTOR_HEADER } from "@/server/doctor/code";
import { doctorLane } from "@/server/doctor/lane";
import {
  askingWebhook,
  expressLane,
  type HearPage,
  healthLane,
  presenceLane,
  type Receive,
  type StreamFor,
  streamLane,
} from "@/server/express-lane";
import { actionGate } from "@/server/http/action-gate";
import { endAfterAnswer, errorAnswer, send, sendOnSocket } from "@/server/http/answer";
import { handleClientError } from "@/server/http/client-error";
import {
  isUnder,
  isWebhookPath,
  methodNotAllowed,
  parseTarget,
  refusal,
  requestIdOf,
  type Target,
  timeResponse,
  uploadBytes,
} from "@/server/http/gate";
import { answerErrorsAsJson, digestErrorsByRequest } from "@/server/http/json-errors";
import { securePage } from "@/server/http/page-security";
import type { InTurn } from "@/server/http/request-turns";
import { metricsLane, type ReadMetrics } from "@/server/metrics/lane";
import type { StaticFiles } from "@/server/static-files";

// Why: docs/decisions/listener.md

const TIMEOUTS = { headers: 10_000, request: 120_000, upload: 30 * 60_000, silence: 30_000 };
const END_STREAMS_MILLISECONDS = 100;

type Options = {
  /** The framework's request handler. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The built static files; null leaves them to the framework. */
  files: StaticFiles | null;
  /** The webhook endpoint; null leaves webhooks to the framework's own routes, which reload while developing. */
  receive: Receive | null;
  /** Event streams; null leaves them to the framework's own route, which reloads while developing. */
  streamFor: StreamFor | null;
  /** Pages' presence reports; null leaves them to the framework. */
  hearPage?: HearPage | null;
  /** The ids of the build's server actions; null accepts any, as while developing. */
  actions?: ReadonlySet<string> | null;
  /** Runs requests in turn; null runs each at once. Webhooks, metrics and built files never wait. */
  inTurn?: InTurn | null;
  /** The text for Prometheus; null while METRICS_TOKEN is unset. */
  readMetrics?: ReadMetrics | null;
  /** Takes WebSocket connections; null refuses them. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
  /** Ends event streams. Called when the server starts to drain, and repeatedly until it has. */
  endStreams: () => Promise<void>;
  dev: boolean;
  /**
   * Time limits in milliseconds for the headers, the request and an upload; `silence` is the longest pause within an
   * upload.
   */
  timeouts?: Partial<typeof TIMEOUTS>;
};

/** The HTTP server, not listening yet, and `close`, which drains it for at most `milliseconds` (default 8000). */
export type HttpServer = { server: Server; close: (milliseconds?: number) => Promise<void> };

/**
 * Creates the HTTP server in front of the framework: limits, JSON errors, page policy, the webhooks' fast path,
 * draining.
 */
export function createHttpServer(options: Options): HttpServer {
  digestErrorsByRequest();
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const { headers } = timeouts;
  const server = createServer({
    headersTimeout: headers,
    requestTimeout: timeouts.upload,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(1_000, headers),
    maxHeaderSize: 16 * 1024,
    // We respond to a missing Host header ourselves, in JSON.
    requireHostHeader: false,
  });
  const connections = new Connections(server);
  // Node has a single request timeout; uploads need a longer one, so we close late requests ourselves.
  const timeLimit = setInterval(
    () => {
      for (const socket of connections.late()) server.emit("clientError", tookTooLong(), socket);
    },
    Math.min(1_000, headers),
  ).unref();
  server.once("close", () => clearInterval(timeLimit));
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const isUpload = uploadBytes(request) !== null;
    connections.track(response, isUpload ? timeouts.upload : timeouts.request);
    if (isUpload) request.setTimeout(timeouts.silence);
    if (CHECKS.includes(request.url ?? "") && connections.isCheckedWhileClosing(request, response)) {
      return void send(request, response, errorAnswer(503, "This instance is stopping. Use another one."));
    }
    const id = requestIdOf(request);
    const run = () => serve(options, id, request, response);
    withRequestId(id, () => {
      (tracer()?.request(request, response, id, run) ?? run()).catch((error: unknown) => {
        log.error({ err: error }, "a request failed");
        if (response.headersSent) response.destroy();
        else void send(request, response, errorAnswer(500, "Something went wrong on our side. Try again."));
      });
    });
  };
  const askWebhook = options.receive && askingWebhook(options.receive);
  server.on("request", listener);
  server.on("checkContinue", listener);
  server.on("checkExpectation", (request, response) => {
    void send(request, response, errorAnswer(417, "The Expect header can only be 100-continue."));
  });
  server.on("clientError", (error, socket) => {
    // The type says Duplex, but a TCP server's connections are always sockets.
    const connection = socket as IncomingMessage["socket"];
    handleClientError(error, connection, connections.hasStarted(connection), askWebhook);
  });
  server.on("connect", (_request, socket) => sendOnSocket(socket as IncomingMessage["socket"], methodNotAllowed()));
  if (options.upgrade !== null) server.on("upgrade", options.upgrade);
  return { server, close: (milliseconds = 8_000) => close(options, connections, milliseconds) };
}

function tookTooLong(): Error {
  return Object.assign(new Error("The request took too long to arrive. Try again."), {
    code: "ERR_HTTP_REQUEST_TIMEOUT",
  });
}

async function serve(options: Options, id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.forwarded !== undefined) takeForwarded(request.headers);
  const target = parseTarget(request.url ?? "");
  if (target !== null) timeResponse(response, target.pathname);
  if (target !== null && options.receive !== null && isWebhookPath(target.pathname)) {
    return expressLane(options.receive, id, request, response, target);
  }
  response.once("finish", () => endAfterAnswer(request));
  response.setHeader("x-request-id", id);
  if (request.headers[DOCTOR_HEADER] !== undefined && (await doctorLane(request, response))) return;
  const refused = refusal(request, target);
  if (refused !== null || target === null) {
    return send(request, response, refused ?? errorAnswer(400, "The request target must be a path."));
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  if (options.readMetrics && (await metricsLane(options.readMetrics, request, response, target))) return;
  request.url = target.url;
  markOnThisMachine(request);
  appendForwardedFor(request);
  securePage(request, response, target.pathname, options.dev);
  if (isReachedByHttps()) response.setHeader("strict-transport-security", "max-age=31536000");
  if (options.files?.(request, response)) return;
  const work = () => answer(options, request, response, target);
  await (options.inTurn ? options.inTurn(request, response, target, work) : work());
}

async function answer(
  options: Options,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  if (!options.dev && (await healthLane(request, response, target))) return;
  if (options.streamFor !== null && (await streamLane(options.streamFor, request, response, target))) return;
  if (options.hearPage && (await presenceLane(options.hearPage, request, response, target))) return;
  const isWebhooks = isWebhookPath(target.pathname);
  if (isWebhooks) response.setHeader("cache-control", "no-store");
  if (isWebhooks || isUnder(target.pathname, "/api")) answerErrorsAsJson(response, request.method === "HEAD");
  if (await actionGate(options.actions ?? null, request, response, target)) return;
  await options.handle(request, response);
}

/** Appends the client's address to what the request claims; only the last entry is ours. */
function appendForwardedFor({ headers, socket }: IncomingMessage): void {
  const claimed = headers["x-forwarded-for"];
  if (claimed && env.trustedProxies === undefined && !isLoopback(socket.remoteAddress ?? "")) {
    processWide("untold-proxy", () => {
      log.warn(
        { from: socket.remoteAddress },
        "got X-Forwarded-For from another machine: if it's your proxy, set TRUSTED_PROXIES=1, or everyone behind it shares one sign-in limit",
      );
      return true;
    });
  }
  headers["x-forwarded-for"] = [claimed, socket.remoteAddress].flat().filter(Boolean).join(", ");
}

async function close({ endStreams, upgrade }: Options, connections: Connections, most: number): Promise<void> {
  const until = Date.now() + most;
  await connections.announceClosing();
  const milliseconds = Math.max(0, until - Date.now());
  const drained = connections.drain(milliseconds);
  // WebSockets (only in development) don't end on their own.
  if (upgrade !== null) connections.destroyAll();
  const ending = Promise.race([endStreams(), new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);
  // A request that was already accepted may open its event stream only now, so this repeats until all are drained.
  const again = setInterval(() => void endStreams(), END_STREAMS_MILLISECONDS);
  await Promise.all([drained, ending]);
  clearInterval(again);
}

// What load balancers ask for. The second doesn't depend on the database: without it, Parley still explains itself.
const CHECKS = ["/api/ready", "/api/health?balancer"];
// What asked so recently sends requests until it gets a 503.
const CHECKED_MILLISECONDS = 10_000;
const NOTICE_MILLISECONDS = { most: 2_000, after: 100 };
const MOST_CHECKERS = 20;
const SILENCE_MILLISECONDS = 300;
const USED_UP_MILLISECONDS = 3_000;

/** The open connections of a server and their pending responses. */
class Connections {
  closing = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #responses = new Map<Socket, Map<ServerResponse, number>>();
  /** When each load balancer's address last checked this instance. */
  readonly #checkers = new Map<string, number>();
  #lastRequest = 0;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /**
   * Tracks a response until it's finished or the client has disconnected. Its request's body may take `milliseconds` to
   * arrive.
   */
  track(response: ServerResponse, milliseconds: number): void {
    const { socket } = response;
    if (socket === null) return;
    if (this.closing) {
      response.setHeader("connection", "close");
      this.#lastRequest = Date.now();
    }
    const open = this.#responses.get(socket) ?? new Map<ServerResponse, number>();
    this.#responses.set(socket, open.set(response, Date.now() + milliseconds));
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0) this.#responses.delete(socket);
    });
  }

  /** Returns whether a response on this connection has started and isn't finished. */
  hasStarted(socket: Socket): boolean {
    return [...(this.#responses.get(socket)?.keys() ?? [])].some((response) => response.headersSent);
  }

  /** Returns the connections on which a body is overdue. */
  late(): Socket[] {
    const now = Date.now();
    return [...this.#responses].flatMap(([socket, open]) => {
      return [...open].some(([{ req }, due]) => due < now && !req.complete) ? [socket] : [];
    });
  }

  /** Remembers which load balancer checks this instance. Returns whether it's closing. */
  isCheckedWhileClosing({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const checker = socket.remoteAddress ?? "";
    if (this.closing) {
      response.once("close", () => this.#checkers.delete(checker));
      return true;
    }
    this.#checkers.delete(checker);
    this.#checkers.set(checker, Date.now());
    const [oldest] = this.#checkers.keys();
    if (this.#checkers.size > MOST_CHECKERS && oldest !== undefined) this.#checkers.delete(oldest);
    return false;
  }

  /** Still accepts requests until each load balancer that checks this instance knows that it's closing. */
  async announceClosing(): Promise<void> {
    this.closing = true;
    for (const response of [...this.#responses.values()].flatMap((open) => [...open.keys()])) {
      if (!response.headersSent) response.setHeader("connection", "close");
    }
    const now = Date.now();
    for (const [checker, at] of this.#checkers) if (at < now - CHECKED_MILLISECONDS) this.#checkers.delete(checker);
    if (this.#checkers.size === 0) return;
    while (this.#checkers.size > 0 && Date.now() < now + NOTICE_MILLISECONDS.most) await sleep(20);
    await sleep(NOTICE_MILLISECONDS.after);
  }

  /** Accepts no more, lets responses finish for at most `milliseconds`, then destroys every connection that is left. */
  async drain(milliseconds: number): Promise<void> {
    this.closing = true;
    const begun = Date.now();
    const deadline = setTimeout(() => this.destroyAll(), milliseconds);
    // After accepting what already waits to be: closing the port would reset it.
    await new Promise(setImmediate);
    const closed = new Promise<void>((resolve) => {
      // Not the HTTP server's own close, which also closes idle connections, with the requests on their way to them.
      ConnectionServer.prototype.close.call(this.#server, () => resolve());
    });
    // A proxy sends its next request on a connection that it has open, and is told there to close it. What it doesn't use
    // is closed when no more requests come. Others never send anything, or promised to stay open.
    const sweep = setInterval(() => {
      const now = Date.now();
      const isQuiet = now > Math.max(begun, this.#lastRequest) + SILENCE_MILLISECONDS;
      if (!isQuiet && now < begun + USED_UP_MILLISECONDS) return;
      this.#server.closeIdleConnections();
      this.#destroyWithoutResponse();
    }, 50);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
    this.destroyAll();
    // Stops its timer.
    this.#server.close();
  }

  #destroyWithoutResponse(): void {
    for (const socket of this.#sockets) {
      if (!this.#responses.has(socket)) socket.destroy();
    }
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
