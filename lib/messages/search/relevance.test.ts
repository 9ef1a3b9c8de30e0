import { expect, test } from "vitest";
import { relevanceOf } from "./relevance";

const DAY = 86_400_000;

test.each([
  ["a whole word before its beginning", "deploy failed", "deployment failed", ["deploy"]],
  ["the beginning of a word before its middle", "deployment failed", "redeploy failed", ["deploy"]],
  ["a whole word before its middle, however often", `${"rapid ".repeat(9)}api`, "rapid ".repeat(10), ["api"]],
  ["a few letters only at the beginning", "some me", "some some", ["me"]],
  ["several hits before one", "disk full disk full", "disk empty", ["disk"]],
  ["a short message before a long one", "disk full", `disk full ${"and more words ".repeat(60)}`, ["disk"]],
  ["an early hit before a late one", `disk ${"word ".repeat(40)}`, `${"word ".repeat(40)} disk`, ["disk"]],
  ["words that signs separate as others", "disk => full", "diskette full", ["disk full"]],
  ["signs wherever they are", "x --> y", "x y z", ["->"]],
  ["all terms before one of them often", "disk full", "disk disk", ["disk", "full"]],
])("%s", (_, better, worse, terms) => {
  expect(relevanceOf(better, terms, 0)).toBeGreaterThan(relevanceOf(worse, terms, 0));
});

test("a recent message comes before the same a year ago, but an old exact one before a recent mention", () => {
  expect(relevanceOf("disk full", ["disk"], DAY)).toBeGreaterThan(relevanceOf("disk full", ["disk"], 365 * DAY));
  const mention = `${"word ".repeat(60)} diskette`;
  expect(relevanceOf("disk full disk", ["disk"], 90 * DAY)).toBeGreaterThan(relevanceOf(mention, ["disk"], 0));
});
