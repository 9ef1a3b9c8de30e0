import { expect, test } from "vitest";
import { askTogether } from "./ask-together";

test("questions that come while others are answered share the next call", async () => {
  const calls: number[][] = [];
  const double = async (numbers: readonly number[]) => {
    calls.push([...numbers]);
    // One more while these are answered.
    if (calls.length === 1) later.push(ask(4));
    return numbers.map((number) => number * 2);
  };
  const ask = (number: number) => askTogether("double", number, double);
  const later: Promise<number>[] = [];
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([2, 4, 6]);
  expect(await Promise.all(later)).toEqual([8]);
  expect(calls).toEqual([[1, 2, 3], [4]]);
});

test("a failure is everyone's who asked with it, and not the next one's", async () => {
  let fails = true;
  const answer = async (texts: readonly string[]) => {
    if (fails) throw new Error("down");
    return texts;
  };
  const ask = (text: string) => askTogether("echo", text, answer);
  const asked = await Promise.allSettled(["a", "b"].map(ask));
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await ask("c")).toBe("c");
});

test("a call gets at most 256 questions", async () => {
  const sizes: number[] = [];
  const ask = (number: number) =>
    askTogether("sizes", number, async (numbers) => {
      sizes.push(numbers.length);
      return numbers;
    });
  await Promise.all(Array.from({ length: 300 }, (_, number) => ask(number)));
  expect(sizes).toEqual([256, 44]);
});
