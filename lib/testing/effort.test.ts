import { pbkdf2 } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { expectEffort, longestTurn } from "./effort";

/** Takes twice as long as the fixed work. */
function spend(): number {
  let sum = 0;
  for (let i = 0; i < 20_000_000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}

// Its first runs take long, as those of cold code do.
const coldFor = (runs: number) => {
  let done = 0;
  const work = () => {
    done += 1;
    if (done <= runs) spend();
  };
  return { work, done: () => done };
};

test("work whose first runs take long takes as much effort as its later ones", () => {
  const warming = coldFor(4);
  expectEffort(warming.work, 1);
  expect(warming.done()).toBe(5);
});

test("work that takes little effort at once runs once", () => {
  const warm = coldFor(0);
  expectEffort(warm.work, 1);
  expect(warm.done()).toBe(1);
});

test("work that takes too much effort in every run is too much", () => {
  expect(() => expectEffort(coldFor(100).work, 1, "a parser")).toThrow(
    /^a parser: expected \d+\.?\d* to be less than 1/,
  );
});

test("the longest turn is measured again, too, as often as is said", async () => {
  const [warming, tried] = [coldFor(4), coldFor(4)];
  expect(await longestTurn(async () => warming.work(), { enough: 1 })).toBeLessThan(1);
  expect(await longestTurn(async () => tried.work(), { runs: 3, enough: 1 })).toBeGreaterThan(1);
  expect(tried.done()).toBe(3);
});

// Only Linux tells a thread's time.
test.runIf(process.platform === "linux")("what other threads do meanwhile isn't effort", async () => {
  const busy = [1, 2].map((each) => promisify(pbkdf2)("password", `${each}`, 400_000, 64, "sha512"));
  await setImmediate();
  const wait = async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect(await longestTurn(wait, { runs: 1 })).toBeLessThan(0.5);
  await Promise.all(busy);
});
