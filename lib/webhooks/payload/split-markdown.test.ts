import fc from "fast-check";
import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { codePoints } from "@/lib/text/text";
import { splitMarkdown } from "./split-markdown";

test("a text that fits stays whole", () => {
  expect(splitMarkdown("a\n\nb", 4, 2)).toEqual(["a\n\nb"]);
  expect(splitMarkdown("", 4, 2)).toEqual([""]);
});

test("a text is divided between lines, else between words, else anywhere but in what belongs together", () => {
  expect(splitMarkdown("one\ntwo\nthree", 8, 6)).toEqual(["one\ntwo", "three"]);
  expect(splitMarkdown("one two three", 10, 10)).toEqual(["one two", "three"]);
  expect(splitMarkdown("aaaaaa\\*bbb", 8, 8)).toEqual(["aaaaaa", "\\*bbb"]);
  expect(splitMarkdown("aaaaaaaa&#x41;bbb", 14, 14)).toEqual(["aaaaaaaa", "&#x41;bbb"]);
  expect(splitMarkdown(`${"a".repeat(30)}[b](https://x.y)`, 40, 40)).toEqual(["a".repeat(30), "[b](https://x.y)"]);
});

test("a code block ends and begins again, also in a quote", () => {
  expect(splitMarkdown("```sh\none\ntwo\nthree\n```\nfour", 18, 24)).toEqual([
    "```sh\none\ntwo\n```",
    "```sh\nthree\n```\nfour",
  ]);
  expect(splitMarkdown("> ```\n> one\n> two\n> three\n> ```", 24, 30)).toEqual([
    "> ```\n> one\n> two\n> ```",
    "> ```\n> three\n> ```",
  ]);
});

test("a table's further parts repeat its head", () => {
  const rows = Array.from({ length: 9 }, (_, index) => `| ${index} | x |`);
  const [first = "", ...others] = splitMarkdown(["| n | v |", "| --- | --: |", ...rows].join("\n"), 60, 60);
  expect(others.length).toBeGreaterThan(1);
  expect(first.split("\n").slice(2)).toEqual(rows.slice(0, 3));
  for (const part of others) expect(part.split("\n").slice(0, 2)).toEqual(["| n | v |", "| --- | --: |"]);
});

test("parts fit, and together have everything in order", () => {
  const piece = fc.constantFrom(
    ..."a b\n`~|->#*_[]()<>&;\\🔥".split(/(?:)/u),
    "```\n",
    "\n```sh\n",
    "word ",
    "| a |\n| --- |\n",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 300 }), fc.integer({ min: 60, max: 200 }), (pieces, most) => {
      const text = pieces.join("");
      const parts = splitMarkdown(text, most, 60);
      parts.forEach((part, index) => {
        expect(codePoints(part)).toBeLessThanOrEqual(index === 0 ? most : 60);
      });
      let at = 0;
      const whole = parts.join("");
      for (const letter of text.match(/a|b|🔥|word/gu) ?? []) {
        at = whole.indexOf(letter, at) + letter.length;
        expect(at).toBeGreaterThanOrEqual(letter.length);
      }
    }),
    { numRuns: 500 },
  );
});

test("dividing takes little time, whatever the text", () => {
  for (const pattern of ["a", "[", "<", "\\", "&#", "```\n", "> ", "| a |\n| --- |\n", "\n", "[a]("]) {
    const text = pattern.repeat(250_000 / pattern.length);
    expectEffort(() => splitMarkdown(text, 8000, 3400), 10);
  }
});
