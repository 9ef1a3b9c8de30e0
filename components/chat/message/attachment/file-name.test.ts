import { expect, test } from "vitest";
import { nameParts } from "./file-name";

test.each([
  ["short.txt", ["short.txt", ""]],
  ["quarterly-report-2026.pdf", ["quarterly-repor", "t-2026.pdf"]],
  [`${"\u{1f600}".repeat(30)}`, ["\u{1f600}".repeat(20), "\u{1f600}".repeat(10)]],
])("%s", (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
  expect(nameParts(name).join("")).toBe(name);
});
