import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { cleanName, hidesSomething, typedName } from "@/lib/text/names";

test.each([
  "Ada",
  "Ada Lovelace",
  "José",
  "علی\u200cرضا", // Persian
  "क्\u200dष", // Hindi
  "ශ්\u200dරී", // Sinhala
  "ന്\u200d", // Malayalam, at a word's end
  "র\u200d্যাম", // Bengali
  "葛\u{e0100}城", // Japanese, a variant
  "ᠮᠣᠩᠭᠣᠯ\u180b", // Mongolian
  "👩🏽\u200d💻 Grace",
  "❤\ufe0f 1\ufe0f\u20e3",
  "🏳\ufe0f\u200d🌈",
  "👨\u200d👩\u200d👧",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", // England's flag
])("%j is a valid name, and needs every character", (name) => {
  expect([typedName(name), hidesSomething(typedName(name)), cleanName(name)]).toEqual([name, false, name]);
});

const invisible = [
  ..."\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2800\u3164\ufe0f",
  ..."\uffa0\ufff9\u0001\u001b\u007f\u0085\u{e0041}\u{e0100}\u{1d173}",
];

test("invisible characters are refused within a name, and removed around it", () => {
  for (const character of invisible) {
    expect(hidesSomething(typedName(`A${character}da`)), character).toBe(true);
    expect([typedName(`${character} Ada ${character}${character}`), cleanName(`${character}A${character}da`)]).toEqual([
      "Ada",
      "Ada",
    ]);
    for (const nothing of [character, ` ${character} `, character.repeat(3)]) {
      expect([typedName(nothing), cleanName(nothing)]).toEqual(["", ""]);
    }
  }
  expect([typedName(" \ufeff Ada\n\u00a0Lovelace \u3000"), typedName("A\0da")]).toEqual(["Ada Lovelace", "Ada"]);
});

test("joiners are allowed only between characters that they join", () => {
  for (const name of [
    "A\u200dB",
    "A\u200cB",
    "علی\u200c",
    "علی\u200cAda",
    "1\ufe0f",
    "A\ufe0f",
    "👩\u200d",
    "👩\u200dAda",
    "ع\u200c\u200cل",
  ]) {
    expect(hidesSomething(typedName(`x${name}x`)), name).toBe(true);
  }
});

test("a very long name is read once", () => {
  for (const part of ["\u200b", " \u200b", "\u{1f3f4}\u{e0067}", "👩\u200d", "ع\u200c"]) {
    const long = `a${part.repeat(50_000)}b`;
    expectEffort(() => typedName(long) + cleanName(long), 100);
  }
});
