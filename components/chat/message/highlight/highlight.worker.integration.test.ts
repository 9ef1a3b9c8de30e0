import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { languages } from "./highlight";
import { Highlighter, type HighlightResult, type StartWorker } from "./highlighter";

const idle = (run: () => void) => run();
const hostile = [
  ...["[a](", "<!--", "((a", "[", "{{", '"', "'''", "`${", "\\", "a", " ", "<a b=", "<<EOF\n", "/*", "1.", "- a\n"],
  ...["\n", "_*", "é\u{1F600}", "#:$"],
].map((part) => part.repeat(8000 / part.length + 1).slice(0, 7999));

let thread: Worker | null = null;
let stopped = 0;
let bundle = "";

/** Runs the worker in a Node.js thread. A thread that still answers is reused as if it had just been loaded. */
const start: StartWorker = (heard) => {
  const used = thread;
  const itself = used ?? new Worker(bundle, { eval: true });
  thread = itself;
  itself.removeAllListeners("message").on("message", heard);
  if (used) queueMicrotask(() => heard("ready"));
  return {
    postMessage: (job) => itself.postMessage(job),
    terminate: () => {
      stopped += 1;
      thread = null;
      void itself.terminate();
    },
  };
};

test("no code in any language blocks the page, and highlighting keeps the code unchanged", {
  timeout: 60_000,
}, async () => {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/highlight.worker.ts`],
    bundle: true,
    write: false,
    platform: "node",
    banner: {
      js: `const { parentPort } = require("node:worker_threads");
        globalThis.self = { postMessage: (data) => parentPort.postMessage(data) };
        parentPort.on("message", (data) => self.onmessage({ data }));`,
    },
  });
  bundle = outputFiles[0]?.text ?? "";
  expect(languages.length).toBeGreaterThan(30);
  const before = performance.eventLoopUtilization();
  for (const [row, language] of languages.entries()) {
    for (const [column, text] of hostile.entries()) {
      // All of them at full length would take a minute on a small machine.
      const code = column === 0 || column === row % hostile.length ? text : text.slice(0, 1000);
      const job = { code, language };
      const runs = await new Promise<HighlightResult["runs"] | readonly unknown[]>((resolve) => {
        const highlighter = new Highlighter(start, idle);
        highlighter.want(job, () => resolve(highlighter.resultOf(job)));
      });
      if (runs) expect((runs as [string][]).map(([text]) => text).join("") === code, language).toBe(true);
    }
  }
  // Highlighting on this thread would bring it near 1.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  expect(stopped).toBeGreaterThan(0);
  expect(stopped).toBeLessThan((languages.length * hostile.length) / 4);
  await (thread as Worker | null)?.terminate();
});
