import { expect, test } from "vitest";
import { obstacle } from "./permission-text";

test("what stands in the way is said with what to do about it, and nothing while nothing does", () => {
  expect(obstacle("denied")).toMatch(/^Your browser blocks .* Allow them/);
  expect(obstacle("insecure")).toMatch(/https\. Ask/);
  expect(obstacle("missing")).toMatch(/Open Parley in another one\.$/);
  expect([obstacle("default"), obstacle("granted")]).toEqual([null, null]);
});
