import { describe, expect, test } from "vitest";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import { boxOf, columnsOf, isImage } from "./layout";

describe("the size of a single image", () => {
  test.each([
    [200, 100, 200, 100],
    [2200, 500, 1100, 250],
    [1920, 1080, 711, 400],
    [400, 1600, 100, 400],
    [1100, 400, 1100, 400],
    [1, 10_000, 48, 400],
    [10_000, 1, 1100, 48],
    [1, 1, 48, 48],
  ])("of %i × %i pixels is %i × %i", (width, height, shownWidth, shownHeight) => {
    expect(boxOf({ width, height })).toEqual({ width: shownWidth, height: shownHeight });
  });
});

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 2],
  [5, 3],
  [10, 3],
])("%i images have %i columns", (count, columns) => expect(columnsOf(count)).toBe(columns));

test("only images whose size in pixels is known are shown as images", () => {
  const file = { contentType: "image/png", width: 2, height: 1, shown: {} } as AttachmentDto;
  expect(isImage(file)).toBe(true);
  expect(isImage({ ...file, width: null })).toBe(false);
  expect(isImage({ ...file, shown: null })).toBe(false);
});
