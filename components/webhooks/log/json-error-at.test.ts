import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonErrorAt } from "./json-error-at";

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("the error is at the first token that isn't allowed", () => {
  const cases: [text: string, at: number][] = [
    ['{"a": x}', 6],
    ['{"a": 1,}', 8],
    ["[1 2]", 3],
    ["[1}", 2],
    ['{"a" 1}', 5],
    ["{} {}", 3],
    ['{"a": "open', 6],
    ['["\n"]', 1],
    ["[01]", 2],
    ["]", 0],
  ];
  for (const [text, at] of cases) expect([text, jsonErrorAt(text)]).toEqual([text, at]);
});

test("the error is at the end of text that ends too early", () => {
  for (const text of ["{", '{"a"', '{"a":', "[1,", " "]) expect(jsonErrorAt(text)).toBe(text.length);
});

test("only text that isn't JSON has an error", () => {
  const characters = fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 01-.e\ntruefalsn'), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(fc.json(), characters), (text) => {
      const cut = text.slice(0, -1);
      if (isJson(text)) expect(jsonErrorAt(text)).toBe(text.length);
      // A stray bracket after valid JSON is the error.
      if (isJson(text)) expect(jsonErrorAt(`${text} ]`)).toBe(text.length + 1);
      if (jsonErrorAt(cut) < cut.length) expect(isJson(cut)).toBe(false);
    }),
  );
});
