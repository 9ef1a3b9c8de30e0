import { format } from "node:util";
import fc from "fast-check";
import { afterAll, afterEach, vi } from "vitest";

// The runner's own, and no address of ours.
delete process.env.BASE_URL;
process.env.NEXTAUTH_SECRET ??= "a secret for tests only";
process.env.LOG_LEVEL ??= "silent";
// What one person may do in a second or a day; tests do more.
process.env.LIMITS ??= "off";

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED) });

// Many files run in one process, which is for each as it was for the first.
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  // What is kept once in a process (`lib/process-wide.ts`).
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
