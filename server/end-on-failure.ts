import { env } from "@/lib/env";
import { sentenceOf } from "@/server/failure";
import type { Lifecycle } from "@/server/lifecycle";

/** Has what nobody catches reported, and an exception end the lifecycle with code 1. Answers what does the same for a caught one. */
export function endOnFailure(lifecycle: Lifecycle): (error: unknown) => void {
  const fail = (error: unknown) => {
    if (lifecycle.stopping) return;
    report(error);
    void lifecycle.end(1);
  };
  for (const stream of [process.stdout, process.stderr]) {
    // The terminal may close before we are done stopping.
    stream.on("error", () => undefined);
  }
  process.on("uncaughtException", fail);
  // An unhandled rejection in one request is a bug to report, but must not end the process that serves everybody.
  process.on("unhandledRejection", report);
  return fail;
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
