import { expect, test } from "vitest";
import { formatSelection } from "./formatting";
import { replay } from "./replay";
import type { Style } from "./text-edit";

const ask = (style: Style, text: string, from = text.length, to = from) => ({
  text,
  from,
  to,
  make: (format: typeof formatSelection, ...at: [string, number, number]) => format(...at, style),
});

const after = (asked: ReturnType<typeof ask>[], now: string) => {
  const { start, end, insert, select } = replay(formatSelection, asked, now);
  const text = now.slice(0, start) + insert + now.slice(end);
  return `${text.slice(0, select[0])}⟦${text.slice(...select)}⟧${text.slice(select[1])}`;
};

test("styles applied before their code has loaded get what was typed meanwhile", () => {
  expect(after([ask("bold", "")], "x")).toBe("**x⟦⟧**");
  expect(after([ask("bold", ""), ask("bold", "x")], "x")).toBe("**x**⟦⟧");
  expect(after([ask("bold", "so "), ask("bold", "so x"), ask("italic", "so x and ")], "so x and y")).toBe(
    "so **x** and _y⟦⟧_",
  );
  expect(after([ask("bold", ""), ask("bold", "")], "")).toBe("⟦⟧");
});

test("a selection that was typed over, and one that wasn't, are as if the code had been there", () => {
  expect(after([ask("bold", "a word", 2, 6)], "a word")).toBe("a **⟦word⟧**");
  expect(after([ask("bold", "a word", 2, 6)], "a new")).toBe("a **new⟦⟧**");
});

test("a text that changed elsewhere stays as it is", () => {
  expect(after([ask("bold", "one", 3)], "other")).toBe("other⟦⟧");
});
