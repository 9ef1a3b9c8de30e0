import { describe, expect, test } from "vitest";
import { HEADING, layOut, rowsNear, scrolledTo, sectionAt } from "./panel-layout";

// Rows of 9: 1, none and 100.
const sections = layOut([5, 0, 900], 9, 36);
const [usual, none, many] = sections;
if (!usual || !none || !many) throw new Error("There are three sections.");

describe("the layout of the emoji panel", () => {
  test("puts sections below each other, and empty ones nowhere", () => {
    expect(usual).toEqual({ top: 0, rows: 1, height: HEADING + 36 + 8 });
    expect(none.height).toBe(0);
    expect(many.top).toBe(usual.height);
    expect(many.rows).toBe(100);
  });

  test("renders only rows near the visible ones", () => {
    expect(rowsNear(usual, 36, 0, 300)).toEqual({ first: 0, end: 1 });
    const atTop = rowsNear(many, 36, 0, 300);
    expect(atTop.first).toBe(0);
    expect(atTop.end).toBeLessThan(16);
    const middle = rowsNear(many, 36, many.top + HEADING + 50 * 36, 300);
    expect(middle.first).toBe(44);
    expect(middle.end).toBe(65);
    expect(rowsNear(usual, 36, many.top + 3000, 300)).toEqual({ first: 1, end: 1 });
  });

  test("knows the section at the top", () => {
    expect(sectionAt(sections, 0)).toBe(0);
    expect(sectionAt(sections, many.top)).toBe(2);
    expect(sectionAt(sections, 3000)).toBe(2);
  });

  test("scrolls a row into view, below the heading, and leaves visible ones where they are", () => {
    expect(scrolledTo(many, 0, 36, 500, 300)).toBe(many.top);
    expect(scrolledTo(many, 3, 36, many.top, 300)).toBe(many.top);
    expect(scrolledTo(many, 9, 36, many.top, 300)).toBe(many.top + HEADING + 360 - 300);
  });
});
