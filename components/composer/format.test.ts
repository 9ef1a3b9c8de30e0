import { expect, test } from "vitest";
import { formatSelection, type Style } from "./format";
import type { TextEdit } from "./text-edit";

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

test("the selection is set apart, without the space around it", () => {
  expect(done("a ⟦word ⟧b", "bold")).toBe("a **⟦word⟧** b");
  expect(done("⟦word⟧", "italic")).toBe("_⟦word⟧_");
  expect(done("⟦word⟧", "code")).toBe("`⟦word⟧`");
  expect(done("a ⟦⟧", "bold")).toBe("a **⟦⟧**");
});

test("asked for again, it is taken back", () => {
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
