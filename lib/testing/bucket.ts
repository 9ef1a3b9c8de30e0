import { copyFileSync, mkdirSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { temporaryDirectory } from "@/lib/testing/data-dir";

/** Answers a request in the place of the store, or leaves it to the store by returning false. */
type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A bucket in an S3-compatible store of a test. */
export class TestBucket {
  /** The method and path of each request so far. */
  readonly requests: string[] = [];
  /** Set by a test to have some requests fail. */
  instead: Instead = () => false;
  /** Set by a test to have some requests wait. */
  before: (request: IncomingMessage) => Promise<void> | undefined = () => undefined;
  /** The variables with which Parley uses this bucket. */
  env: Record<string, string> = {};
  readonly #server;
  readonly #store: S3rver;
  readonly #directory: string;
  // s3rver writes an object in its place, so a request meanwhile would get a part of it. A real store answers only when
  // it's complete.
  readonly #writing = new Map<string, Promise<void>>();

  private constructor() {
    this.#directory = temporaryDirectory("parley-bucket-");
    this.#store = new S3rver({ silent: true, directory: this.#directory, configureBuckets: [{ name: BUCKET }] });
    const answer = this.#store.callback();
    this.#server = createServer((request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      if (this.instead(request, response)) return;
      const object = `${request.url}`;
      const wait = this.before(request) ?? this.#writing.get(object);
      if (request.method === "PUT") {
        this.#writing.set(object, new Promise((resolve) => response.once("close", resolve)));
      }
      if (wait) void wait.then(() => answer(request, response));
      else answer(request, response);
    });
  }

  /** Starts the store with an empty bucket on a free port of this machine, or on a given one. */
  static async open(port = 0): Promise<TestBucket> {
    const bucket = new TestBucket();
    await bucket.#store.configureBuckets();
    await new Promise<void>((resolve) => bucket.#server.listen(port, "127.0.0.1", resolve));
    const address = bucket.#server.address() as AddressInfo;
    bucket.env = {
      S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    };
    return bucket;
  }

  /** Copies an object in the store's own directory, which is much faster than a request. */
  copyObject(from: string, to: string): void {
    mkdirSync(path.dirname(this.#pathOf(to)), { recursive: true });
    for (const part of ["object", "object.md5", "metadata.json"]) {
      copyFileSync(`${this.#pathOf(from)}._S3rver_${part}`, `${this.#pathOf(to)}._S3rver_${part}`);
    }
  }

  /** Deletes an object in the store's own directory. */
  removeObject(key: string): void {
    rmSync(`${this.#pathOf(key)}._S3rver_object`);
  }

  /** Makes an object older. */
  age(key: string, hours: number): void {
    const then = Date.now() / 1000 - hours * 3_600;
    utimesSync(`${this.#pathOf(key)}._S3rver_object`, then, then);
  }

  /** Returns the keys of all objects. */
  keys(): string[] {
    const all = readdirSync(path.join(this.#directory, BUCKET), { recursive: true, encoding: "utf8" });
    return all.filter((name) => name.endsWith("._S3rver_object")).map((name) => name.replace(/\._S3rver_object$/, ""));
  }

  #pathOf(key: string): string {
    return path.join(this.#directory, BUCKET, key);
  }

  /** Stops the store; connections break off. */
  async close(): Promise<void> {
    this.#store.logger.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

const BUCKET = "parley-files";
