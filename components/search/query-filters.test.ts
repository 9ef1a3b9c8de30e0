import { expect, test } from "vitest";
import { filterIn, hasFilter, toggleFilter, withFilter } from "./query-filters";

test("a filter is read as the search reads it", () => {
  expect(filterIn('failed in:#deploys from:"Grace Hopper"', "in")).toBe("deploys");
  expect(filterIn('failed in:#deploys from:"Grace Hopper"', "from")).toBe("Grace Hopper");
  expect(filterIn('"in:deploys" failed', "in")).toBe("");
  expect(filterIn("FROM:@me", "from")).toBe("me");
});

test("choosing a value replaces the filter and keeps the rest of the query", () => {
  expect(withFilter('failed in:ci "exact phrase"', "in", "deploys")).toBe('failed "exact phrase" in:deploys');
  expect(withFilter("failed in:a in:b", "in", "")).toBe("failed");
  expect(withFilter("", "from", 'Grace "Amazing" Hopper')).toBe('from:"Grace Amazing Hopper"');
});

test("a filter is switched on and off without touching others of its name", () => {
  expect(toggleFilter("has:file word", "has", "link")).toBe("has:file word has:link");
  expect(toggleFilter("has:file word has:link", "has", "file")).toBe("word has:link");
  expect(hasFilter("has:file has:link", "has", "link")).toBe(true);
});
