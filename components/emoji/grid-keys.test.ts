import { describe, expect, test } from "vitest";
import { moveCell } from "./grid-keys";

// Two sections of four columns: rows of 4 and 2, then rows of 4, 4 and 1.
const sizes = [6, 9];
const move = (section: number, index: number, key: string) => {
  const cell = moveCell(sizes, 4, { section, index }, key);
  return cell && [cell.section, cell.index];
};

describe("the keys in the emoji grid", () => {
  test("Left and Right move through the rows and into the next section", () => {
    expect(move(0, 3, "ArrowRight")).toEqual([0, 4]);
    expect(move(0, 5, "ArrowRight")).toEqual([1, 0]);
    expect(move(1, 0, "ArrowLeft")).toEqual([0, 5]);
    expect(move(0, 0, "ArrowLeft")).toBeNull();
    expect(move(1, 8, "ArrowRight")).toBeNull();
  });

  test("Up and Down stay in the column, or move to the last cell of a shorter row", () => {
    expect(move(0, 1, "ArrowDown")).toEqual([0, 5]);
    expect(move(0, 3, "ArrowDown")).toEqual([0, 5]);
    expect(move(0, 5, "ArrowDown")).toEqual([1, 1]);
    expect(move(1, 3, "ArrowUp")).toEqual([0, 5]);
    expect(move(1, 5, "ArrowUp")).toEqual([1, 1]);
    expect(move(0, 2, "ArrowUp")).toBeNull();
  });

  test("Home and End move to the ends of the row, and other keys do nothing", () => {
    expect(move(1, 6, "Home")).toEqual([1, 4]);
    expect(move(1, 8, "End")).toEqual([1, 8]);
    expect(move(1, 5, "a")).toBeNull();
  });
});
