import { afterAll, beforeAll, expect, test } from "vitest";
import { startCeiling } from "@/server/bench/contestants/ceiling";
import type { Contestant } from "@/server/bench/contestants/parley";
import { type Bench, startBench } from "@/server/bench/load/bench";
import { overHttp, posts } from "@/server/bench/sections/posts";

/** Runs the deferred steps in reverse order, as `Lifecycle` does, but doesn't end the process. */
class TestLifecycle {
  readonly #steps: (() => unknown)[] = [];

  defer(step: () => unknown): void {
    this.#steps.push(step);
  }

  check(): void {}

  async end(): Promise<void> {
    for (const step of this.#steps.reverse()) await step();
  }
}

const ending = new TestLifecycle();
const doings: string[] = [];
let bench: Bench;
let ceiling: Contestant;

beforeAll(async () => {
  bench = await startBench(ending, (doing) => doings.push(doing));
  ceiling = await startCeiling(bench);
});
afterAll(() => ending.end());

const tiny = { others: [], kinds: ["text"], rounds: 2, milliseconds: 100 } as const;

test("a section reports its progress, and its table has every figure of every entrant", async () => {
  const report = await posts(bench, { ...tiny, entrants: [overHttp(bench, ceiling)] });
  expect(report.failures).toBe(0);
  expect(report.text.split("\n").filter((line) => line.startsWith("bare ceiling"))).toHaveLength(3);
  expect(report.text).toContain("100 %");
  expect(report.figures).toHaveLength(3);
  expect(doings.filter((doing) => doing.includes("round 2 of 2"))).toHaveLength(3);
});

test("refused requests are counted and shown beside the figures", async () => {
  const stranger = { ...ceiling, name: "stranger", paths: ["/webhooks/incoming/1/wrong"] as const };
  const entrants = [overHttp(bench, ceiling), overHttp(bench, stranger)] as const;
  const report = await posts(bench, { ...tiny, entrants });
  expect(report.failures).toBeGreaterThan(0);
  expect(report.text).toMatch(/stranger \(\d+ failed\)/);
});
