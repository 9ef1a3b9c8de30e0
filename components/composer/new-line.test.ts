import { expect, test } from "vitest";
import { endsInFence } from "./code";
import { continueList } from "./new-line";

function next(text: string): string | null {
  const edit = continueList(text, text.length);
  return edit && text.slice(0, edit.start) + edit.insert + text.slice(edit.end);
}

test("a new line continues a list, counts on, and begins an open task", () => {
  expect(next("- a")).toBe("- a\n- ");
  expect(next("x\n  * a")).toBe("x\n  * a\n  * ");
  expect(next("9. a")).toBe("9. a\n10. ");
  expect(next("1) a")).toBe("1) a\n2) ");
  expect(next("- [x] a")).toBe("- [x] a\n- [ ] ");
});

test("in an empty item it ends the list", () => {
  expect(next("- a\n- ")).toBe("- a\n");
  expect(next("1. ")).toBe("");
});

test("elsewhere it is a new line as any other", () => {
  for (const text of ["a", "-a", "1.a", "", "--- a", "2026 a"]) expect([text, next(text)]).toEqual([text, null]);
});

test("an unfinished block of code is known by its fences", () => {
  for (const text of ["```", "```js\nx", "a\n```\nb\n```\n```"])
    expect([text, endsInFence(text)]).toEqual([text, true]);
  for (const text of ["", "a ``` b", "```x```", "```\nx\n```"])
    expect([text, endsInFence(text)]).toEqual([text, false]);
});
