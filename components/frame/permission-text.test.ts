import { expect, test } from "vitest";
import { obstacle } from "./permission-text";

test("each obstacle's text says what to do about it", () => {
  expect(obstacle("denied")).toMatch(/^Your browser blocks .* Allow them/);
  expect(obstacle("insecure")).toMatch(/HTTPS\. Ask/);
  expect(obstacle("missing")).toMatch(/Try another one\.$/);
  expect([obstacle("default"), obstacle("granted")]).toEqual([null, null]);
});
