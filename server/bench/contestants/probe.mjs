/*
 * Loaded into a server before its own code (`node --import`): says how far its event loop lags, and how much memory it keeps after a
 * collection. It is plain JavaScript, because it comes before TypeScript can be read.
 */
import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const RESOLUTION_MILLISECONDS = 10;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });

process.on("message", (message) => {
  if (message?.kind !== "probe") return;
  // The first time only begins the watch: a server that nobody asks pays nothing for it.
  delay.enable();
  const lag = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MILLISECONDS);
  const [lagP99, lagMax] = [lag(delay.percentile(99)), lag(delay.max)];
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ kind: "probed", lagP99, lagMax, residentBytes: rss, usedBytes: heapUsed + external });
  delay.reset();
});
// Waiting for us must not keep the server alive. Processes behind one port live as long as their own channel, which isn't ours.
if (cluster.isPrimary) process.channel?.unref();
