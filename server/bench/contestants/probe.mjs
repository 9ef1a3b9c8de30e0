// Loaded into a server before its own code (`node --import`): reports its memory after a collection. Plain JavaScript, because it
// comes before TypeScript can be read.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", (message) => {
  if (message?.kind !== "probe") return;
  collect();
  process.send({ kind: "probed", residentBytes: process.memoryUsage().rss });
});
// The channel to the benchmark must not keep the server alive.
process.channel?.unref();
