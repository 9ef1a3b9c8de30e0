import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "@/lib/text/fold-text";
import { codePoints, oneLine, storableText } from "@/lib/text/text";

test("length is counted in code points", () => {
  expect(["", "abc", "é", "e\u0301", "🪣", "👩‍👩‍👧", "\ud83e", "\ude23\ud83e"].map(codePoints)).toEqual([
    0, 3, 1, 2, 1, 5, 1, 2,
  ]);
});

test("the length matches the string's iterator for any string", () => {
  const halves = fc.array(fc.constantFrom("\ud83e", "\ude23", "a")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(halves, fc.string({ unit: "binary" })), (text) => codePoints(text) === [...text].length),
  );
});

test("NUL characters are removed, lone surrogates become U+FFFD, and nothing else changes", () => {
  expect(storableText("a\0b\ud800c🪣\ude23\u0001\t\n")).toBe("a" + "b\ufffdc🪣\ufffd\u0001\t\n");
});

test("cleaned text is valid UTF-8, and cleaning it again changes nothing", () => {
  const anything = fc.array(fc.constantFrom("\0", "\ud83e", "\ude23", "a", "é")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(anything, (text) => {
      const cleaned = storableText(text);
      expect(storableText(cleaned)).toBe(cleaned);
      expect(Buffer.from(cleaned).toString()).toBe(cleaned);
    }),
  );
});

test("a line has one space between words, and no characters that reorder text", () => {
  expect(oneLine(" a\n\tb \u202egnp.exe\u2069 ")).toBe("a b gnp.exe");
});

test("names are compared ignoring case, width and accents", () => {
  const written = [
    "Straße",
    "STRASSE",
    "ΟΔΟΣ",
    "οδός",
    "ＡＢ１",
    "ﬁx",
    "e\u0301",
    "é",
    "Łódź",
    "Ærø",
    "ISTANBUL",
    "ıstanbul",
  ];
  const read = ["strasse", "strasse", "οδοσ", "οδοσ", "ab1", "fix", "e", "e", "lodz", "aero", "istanbul", "istanbul"];
  expect(written.map(foldText)).toEqual(read);
  expect(["כָּל", "أَحْمَد", "١٢", "a\u200db"].map(foldText)).toEqual(["כל", "احمد", "12", "ab"]);
  expect(["Zoë", "İzmir", "ÉCOLE", "Ω", "naïve"].map(foldText)).toEqual(["zoe", "izmir", "ecole", "ω", "naive"]);
});
