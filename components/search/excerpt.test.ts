import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf } from "./excerpt";

function excerpt(texts: string[], terms: string[], atMost = 40): string {
  return excerptOf(texts, terms, atMost)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join("");
}

test("a short text is shown as a whole, on one line", () => {
  expect(excerpt(["the build\n\nfailed "], ["build"])).toBe("the [build] failed");
});

test("a long text is cut to the part around the first hit", () => {
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");
  expect(excerpt([`${words} needle ${words}`], ["needle"])).toBe("…word39 [needle] word0 word1 word2 word3 wo…");
  expect(excerpt([words], ["word39"])).toMatch(/^…word\d.* \[word39\]$/);
});

test("the text with a hit comes before one without", () => {
  expect(excerpt(["nothing here", "", "a needle"], ["needle"])).toBe("a [needle]");
  expect(excerpt(["first", "second"], ["third"])).toBe("first");
  expect(excerpt([], ["third"])).toBe("");
});

test("no character is cut in two", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 20 }), fc.nat(30), (codes, atMost) => {
      const text = String.fromCodePoint(...codes).toWellFormed();
      const whole = text.repeat(10);
      expect(excerpt([whole], [text], atMost).isWellFormed()).toBe(true);
    }),
  );
});
