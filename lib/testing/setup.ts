import { format } from "node:util";
import fc from "fast-check";
import { afterAll, afterEach, vi } from "vitest";
import type { ReadingProcess } from "@/lib/network/foreign-text/reading-process";
import { madeAlready } from "@/lib/process/process-wide";

// Set by the test runner; not an address of ours.
delete process.env.BASE_URL;
process.env.NEXTAUTH_SECRET ??= "a secret for tests only";
process.env.LOG_LEVEL ??= "silent";
// Tests exceed the limits on what a person can do per second or day.
process.env.LIMITS ??= "off";

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED) });

// Many test files run in one process; each starts with the same environment.
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  madeAlready<ReadingProcess>("reading-process")?.end();
  // Clears what is kept once per process (`lib/process/process-wide.ts`).
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("parley.")) Reflect.deleteProperty(globalThis, key);
  }
});

const unexpected: string[] = [];
console.error = (...args: unknown[]) => {
  unexpected.push(format(...args));
};

afterEach(() => {
  const [first] = unexpected.splice(0);
  if (first !== undefined) throw new Error(`The test wrote to console.error: ${first}`);
});
