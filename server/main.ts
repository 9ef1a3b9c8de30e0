import { env } from "@/lib/env";
import { buildIfNeeded } from "@/server/build";
import { sentenceOf } from "@/server/failure";
import { Lifecycle } from "@/server/lifecycle";
import { start } from "@/server/start";

const lifecycle = new Lifecycle();
const command = process.argv[2] ?? "start";

for (const stream of [process.stdout, process.stderr]) {
  // The terminal may close before we are done stopping.
  stream.on("error", () => undefined);
}
lifecycle.handleSignals(() => console.log("\nStopping."));
process.on("uncaughtException", fail);
// An unhandled rejection in one request is a bug to report, but must not end the process that serves everybody.
process.on("unhandledRejection", report);

run().catch(fail);

async function run(): Promise<void> {
  if (command === "start" || command === "dev") return start(lifecycle, command === "dev");
  if (command !== "build") throw new Error(`There is no command "${command}": use start, dev or build.`);
  await buildIfNeeded(console.log);
  await lifecycle.end(0);
}

function fail(error: unknown): void {
  if (lifecycle.stopping) return;
  report(error);
  void lifecycle.end(1);
}

function report(error: unknown): void {
  console.error(isDebugging() && error instanceof Error ? error.stack : sentenceOf(error));
}

function isDebugging(): boolean {
  try {
    return env.logLevel === "debug";
  } catch {
    return false;
  }
}
