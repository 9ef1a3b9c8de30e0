// Loaded into a server before its own code (`node --import`). Reports its memory after a garbage collection. This is plain
// JavaScript, because it runs before the TypeScript loader.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", (message) => {
  if (message?.kind !== "probe") return;
  collect();
  process.send({ kind: "probed", residentBytes: process.memoryUsage().rss });
});
// The IPC channel must not keep the server alive.
process.channel?.unref();
