import { expect, test } from "vitest";
import { continueList, endsInFence, formatSelection, type Style, type TextEdit } from "./text-edit";

/** Applies an edit where "[" and "]" mark the selection, and shows the result in the same way. */
function done(marked: string, style: Style): string {
  const [start, end] = [marked.indexOf("⟦"), marked.indexOf("⟧") - 1];
  const text = marked.replace(/[⟦⟧]/g, "");
  return shown(text, formatSelection(text, start, end, style));
}

function shown(text: string, { start, end, insert, select: [from, to] }: TextEdit): string {
  const next = text.slice(0, start) + insert + text.slice(end);
  return `${next.slice(0, from)}⟦${next.slice(from, to)}⟧${next.slice(to)}`;
}

test("formatting leaves out the spaces around the selection", () => {
  expect(done("a ⟦word ⟧b", "bold")).toBe("a **⟦word⟧** b");
  expect(done("⟦word⟧", "italic")).toBe("_⟦word⟧_");
  expect(done("⟦word⟧", "code")).toBe("`⟦word⟧`");
  expect(done("a ⟦⟧", "bold")).toBe("a **⟦⟧**");
});

test("applying a style again removes it", () => {
  expect(done("a **⟦word⟧** b", "bold")).toBe("a ⟦word⟧ b");
  expect(done("`⟦word⟧`", "code")).toBe("⟦word⟧");
});

test("several lines of code become a block on lines of their own", () => {
  expect(done("see ⟦a\nb⟧ there", "code")).toBe("see \n```\n⟦a\nb⟧\n```\n there");
  expect(done("⟦a\nb⟧", "code")).toBe("```\n⟦a\nb⟧\n```");
});

test("a link asks for what is missing: the address, or the text for one", () => {
  expect(done("see ⟦docs⟧", "link")).toBe("see [docs](⟦https://⟧)");
  expect(done("see ⟦https://example.com/⟧", "link")).toBe("see [⟦⟧](https://example.com/)");
});

function next(text: string): string | null {
  const edit = continueList(text, text.length);
  return edit && text.slice(0, edit.start) + edit.insert + text.slice(edit.end);
}

test("a new line continues a list with the next number or an unchecked task", () => {
  expect(next("- a")).toBe("- a\n- ");
  expect(next("x\n  * a")).toBe("x\n  * a\n  * ");
  expect(next("9. a")).toBe("9. a\n10. ");
  expect(next("1) a")).toBe("1) a\n2) ");
  expect(next("- [x] a")).toBe("- [x] a\n- [ ] ");
});

test("a new line in an empty item ends the list", () => {
  expect(next("- a\n- ")).toBe("- a\n");
  expect(next("1. ")).toBe("");
});

test("a new line outside a list is plain", () => {
  for (const text of ["a", "-a", "1.a", "", "--- a", "2026 a"]) expect([text, next(text)]).toEqual([text, null]);
});

test("an unfinished code block is recognized by its fences", () => {
  for (const text of ["```", "```js\nx", "a\n```\nb\n```\n```"])
    expect([text, endsInFence(text)]).toEqual([text, true]);
  for (const text of ["", "a ``` b", "```x```", "```\nx\n```"])
    expect([text, endsInFence(text)]).toEqual([text, false]);
});
