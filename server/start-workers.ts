import type { StdioOptions } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { env } from "@/lib/env";
import type { Lifecycle } from "@/server/lifecycle";
import { ROOT } from "@/server/root";
import { answerWorker } from "@/server/workers/answer-worker";
import { secondsUntilReplaced } from "@/server/workers/replacement";

const INSTANCE = randomUUID();
const SETTLED_MILLISECONDS = 60_000;

/**
 * Serves with `count` processes behind one port until the lifecycle ends. Resolves with the port once all of them take requests; throws
 * a sentence if one ends before that, having said why itself. From then on one that ends is replaced.
 */
export async function startWorkers(lifecycle: Lifecycle, count: number): Promise<number> {
  const workers = new Map<number, Worker>();
  let port: number | null = null;
  const run = (number: number, crashesBefore: number): Promise<number | null> => {
    const worker = fork(number, port ?? env.port);
    const since = Date.now();
    workers.set(number, worker);
    worker.once("exit", (code, signal) => {
      workers.delete(number);
      if (lifecycle.stopping || port === null) return;
      const crashes = Date.now() - since > SETTLED_MILLISECONDS ? 1 : crashesBefore + 1;
      const seconds = secondsUntilReplaced(crashes);
      const when = seconds === 0 ? "now" : `in ${seconds} s`;
      console.error(
        `Worker ${number} (process ${worker.process.pid}) ended by ${signal ?? `code ${code}`}; another takes its place ${when}.`,
      );
      setTimeout(() => lifecycle.stopping || void run(number, crashes), seconds * 1000);
    });
    return listeningPort(worker);
  };
  lifecycle.defer(
    async () => void (await Promise.all([...workers.values()].map(stop))),
    () => {
      for (const worker of workers.values()) worker.process.kill("SIGKILL");
    },
  );
  const [first = null] = await Promise.all(Array.from({ length: count }, (_, index) => run(index + 1, 0)));
  if (first === null || workers.size < count) throw new Error("One of Parley's processes ended while it started.");
  port = first;
  return port;
}

function fork(number: number, port: number): Worker {
  const args = ["server/worker.ts", `${number}`, INSTANCE];
  // Nothing of ours goes to their standard output, where the framework tells at each start how long its settings took to read.
  const stdio: StdioOptions = ["ignore", "ignore", "inherit", "ipc"];
  cluster.setupPrimary({ exec: path.join(ROOT, "server/launch.mjs"), args, stdio });
  const worker = cluster.fork({ PORT: `${port}` });
  // What couldn't be sent to one that is just ending; unheard, this event would end the primary.
  worker.on("error", () => undefined);
  closeUntaken(worker);
  const { hear, end } = answerWorker((answers) => void (worker.isConnected() && worker.send(answers)));
  worker.on("message", hear).once("exit", end);
  return worker;
}

/**
 * Has the connection closed that was just being handed to a worker when that ended: `node:cluster` keeps it, and forgets it, so that
 * whoever made it would wait for ever. It hands one at a time, by `send`.
 */
function closeUntaken({ process: child }: Worker): void {
  const send = child.send;
  let handed: unknown = null;
  Reflect.set(child, "send", (...args: unknown[]) => {
    handed = args[1] ?? handed;
    return Reflect.apply(send, child, args);
  });
  child.once("exit", () => {
    if (handed instanceof Object && "close" in handed && handed.close instanceof Function) handed.close();
  });
}

/** The port on which the worker listens, once it does; null if it ends before. */
function listeningPort(worker: Worker): Promise<number | null> {
  return new Promise((resolve) => {
    worker.once("listening", (address) => resolve(address.port));
    worker.once("exit", () => resolve(null));
  });
}

/** Has the worker end its streams, finish its requests and exit. */
function stop(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.process.kill("SIGTERM");
  });
}
