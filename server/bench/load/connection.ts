import { connect, type Socket } from "node:net";
import { type Answer, AnswerReader } from "@/server/bench/load/answer-reader";

/** How long an answer may take before it counts as a failure. */
const PATIENCE_MILLISECONDS = 10_000;

type Asked = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** A kept-alive HTTP connection to this machine, over a plain socket: Node's own client would cost as much as what is measured. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader();
  #asked: Asked | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setTimeout(PATIENCE_MILLISECONDS, () => this.#socket.destroy(new Error("no answer")));
    this.#socket.on("data", (chunk) => {
      const answer = this.#reader.read(chunk);
      if (answer === null) return;
      this.#asked?.resolve(answer);
      this.#asked = null;
    });
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("closed before it answered")));
  }

  /** Whether it can't be used any more. */
  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** Sends a request, of which there may be one under way. Rejects when the connection breaks or is silent for 10 s. */
  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#asked?.reject(error);
    this.#asked = null;
  }
}
