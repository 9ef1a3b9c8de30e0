import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const SILENCE_MILLISECONDS = 300;

/** The connections of a server, and the responses that are being made on them. */
export class Connections {
  closing = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #responses = new Map<Socket, Map<ServerResponse, number>>();

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Notes a response until it is finished or its client is gone. Its request's body may take `milliseconds` to arrive. */
  track(response: ServerResponse, milliseconds: number): void {
    const { socket } = response;
    if (socket === null) return;
    if (this.closing) response.setHeader("connection", "close");
    const open = this.#responses.get(socket) ?? new Map<ServerResponse, number>();
    this.#responses.set(socket, open.set(response, Date.now() + milliseconds));
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0) this.#responses.delete(socket);
    });
  }

  /** Whether an answer has begun on this connection and is not finished. */
  hasStarted(socket: Socket): boolean {
    return [...(this.#responses.get(socket)?.keys() ?? [])].some((response) => response.headersSent);
  }

  /** The connections on which a body should have arrived by now. */
  late(): Socket[] {
    const now = Date.now();
    return [...this.#responses].flatMap(([socket, open]) => {
      return [...open].some(([{ req }, due]) => due < now && !req.complete) ? [socket] : [];
    });
  }

  /** Accepts no more, lets responses finish for at most `milliseconds`, then destroys every connection that is left. */
  async drain(milliseconds: number): Promise<void> {
    this.closing = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const response of [...this.#responses.values()].flatMap((open) => [...open.keys()])) {
      if (!response.headersSent) response.setHeader("connection", "close");
    }
    // A connection whose headers promised keep-alive turns idle only after its response; one on which browsers wait
    // without having sent anything never does.
    const silentUntil = Date.now() + SILENCE_MILLISECONDS;
    const sweep = setInterval(() => {
      this.#server.closeIdleConnections();
      if (Date.now() > silentUntil) this.#destroyWithoutResponse();
    }, 50);
    const deadline = setTimeout(() => this.destroyAll(), milliseconds);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
    this.destroyAll();
  }

  #destroyWithoutResponse(): void {
    for (const socket of this.#sockets) {
      if (!this.#responses.has(socket)) socket.destroy();
    }
  }

  /** Ends every connection as it is. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
