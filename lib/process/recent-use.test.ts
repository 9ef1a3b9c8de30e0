import { expect, test } from "vitest";
import { RecentUse } from "@/lib/process/recent-use";

/** A process whose clocks move only when told to. */
function startProcess() {
  const at = { now: 0, worked: 0 };
  return {
    use: new RecentUse({ now: () => at.now, worked: () => at.worked }),
    works: (milliseconds: number) => {
      at.now += milliseconds;
      at.worked += milliseconds;
    },
    waits: (milliseconds: number) => {
      at.now += milliseconds;
    },
  };
}

test("who runs while the process works has used it, and half is forgotten every five seconds", () => {
  const { use, works, waits } = startProcess();
  works(500);
  use.begin("a");
  works(100);
  use.end("a");
  expect(use.of("a")).toBeCloseTo(115);
  waits(5_000);
  expect(use.of("a")).toBeCloseTo(57.5);
  expect(use.of("b")).toBe(0);
});

test("those who run together share the work, by how many each of them runs", () => {
  const { use, works } = startProcess();
  for (const by of ["a", "b", "b"]) use.begin(by);
  works(300);
  for (const by of ["a", "b", "b"]) use.end(by);
  expect(use.of("b") / use.of("a")).toBeCloseTo(2);
  expect(use.of("a")).toBeCloseTo(145);
});

test("running while the process waits for the database counts for less than work, but counts", () => {
  const { use, waits } = startProcess();
  use.begin("a");
  waits(1_000);
  use.end("a");
  expect(use.of("a")).toBeCloseTo(150);
});
