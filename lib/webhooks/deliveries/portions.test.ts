import { expect, test } from "vitest";
import { portions } from "@/lib/webhooks/deliveries/record-delivery";

const sizes = (rows: { payload: { body: string } | null }[]) => [...portions(rows)].map((portion) => portion.length);

test("no portion has more than 500 rows, and no row is lost", () => {
  expect(sizes(Array(1201).fill({ payload: null }))).toEqual([500, 500, 201]);
  expect(sizes(Array(500).fill({ payload: { body: "" } }))).toEqual([500]);
  expect(sizes([])).toEqual([]);
});

test("a portion ends with the row that brings it to 512 KiB", () => {
  expect(sizes(Array(20).fill({ payload: { body: "x".repeat(64 * 1024) } }))).toEqual([8, 8, 4]);
  expect(sizes([{ payload: { body: "x".repeat(2 ** 20) } }, { payload: { body: "y" } }])).toEqual([1, 1]);
});
