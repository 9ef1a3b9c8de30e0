// Loaded with `node --import` into the server under test: serves what only it can measure, at 127.0.0.1 and PROBE_PORT. The process
// that answers is the server; its children and the launcher's other programs load this file, too.
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const EVERY_MILLISECONDS = 5;

if (process.argv[2] === "server/main.ts" && process.argv[3] === "start") {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");

  // The longest turn of the event loop in milliseconds. A turn counts no more than the processor time that the process used in it, so
  // a busy machine doesn't count.
  let [longest, last, used] = [0, performance.now(), process.cpuUsage()];
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    longest = Math.max(longest, Math.min(now - last - EVERY_MILLISECONDS, (user + system) / 1_000));
    [last, used] = [now, process.cpuUsage()];
  }, EVERY_MILLISECONDS).unref();

  createServer((request, response) => {
    const turn = longest;
    if (request.url === "/memory") collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    response.end(JSON.stringify({ turn, memory: heapUsed + external, rss }), () => {
      // Without the collection itself.
      setImmediate(() => {
        [longest, last, used] = [0, performance.now(), process.cpuUsage()];
      });
    });
  })
    .listen(Number(process.env.PROBE_PORT), "127.0.0.1")
    .unref();
}
