import fc from "fast-check";
import { expect, test } from "vitest";
import { firstHit, toSegments } from "./hits";

/** Returns the text with brackets around its hits. */
function marked(text: string, ...terms: string[]): string {
  return toSegments(text, terms)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join("");
}

test("parts of words are hits, ignoring case and accents", () => {
  expect(marked("Deploy of the deployment, redeploy", "deploy")).toBe("[Deploy] of the [deploy]ment, re[deploy]");
  expect(marked("e\u0301tude", "tud")).toBe("e\u0301[tud]e");
  expect(marked("Žluťoučký kůň", "zlut", "kun")).toBe("[Žluť]oučký [kůň]");
  expect(marked("nai\u0308ve", "naive")).toBe("[nai\u0308ve]");
});

test("consecutive words are marked separately", () => {
  expect(marked("src/retry.ts and deploy#42", "retry ts", "42")).toBe("src/[retry].[ts] and deploy#[42]");
});

test("words that aren't in a row are marked wherever they are", () => {
  expect(marked("retry **the ts**", "retry ts")).toBe("[retry] **the [ts]**");
});

test("two letters are hits only at the beginning of a word, and so are a term's later words", () => {
  expect(marked("me and some", "me")).toBe("[me] and some");
  expect(marked("payment-api, rapid", "ment api")).toBe("pay[ment]-[api], rapid");
});

test("signs are marked as they're written, and words beside them only there", () => {
  expect(marked("<<< merge", "<<<")).toBe("[<<<] merge");
  expect(marked("x-->y != z", "->", "!=")).toBe("x-[->]y [!=] z");
  expect(marked("C++, not C or D", "c ++")).toBe("[C][++], not C or D");
  expect(marked("issue #123, not 123", "# 123")).toBe("issue [#][123], not 123");
  expect(marked("a → b", "→")).toBe("a [→] b");
});

test("a version is marked inside of another", () => {
  expect(marked("10 of v1.2.3 at 1.9", "1 2")).toBe("10 of v[1].[2].3 at 1.9");
  expect(marked("v1.2.3", "v1 1 2")).toBe("[v1].[2].3");
});

test("width, ligatures and letters that people write in other ways are no difference", () => {
  expect(marked("ＡＢＣ ﾊﾟ Straße οδός İzmir Ærø", "abc", "strasse", "οδοσ", "izmir", "aero")).toBe(
    "[ＡＢＣ] ﾊﾟ [Straße] [οδός] [İzmir] [Ærø]",
  );
  expect(marked("كِتَاب", "كتاب")).toBe("[كِتَاب]");
  expect(marked("cafe\u0301 cafés", "cafe")).toBe("[cafe\u0301] [café]s");
});

test("the first hit is one at the beginning of a word, if there is one", () => {
  expect(firstHit("rapid api", ["api"])).toBe(6);
  expect(firstHit("rapid", ["api"])).toBe(1);
});

test("the longest of several hits in the same position counts", () => {
  expect(marked("deployment", "de", "deploy")).toBe("[deploy]ment");
});

test("in scripts without spaces, a character is found anywhere", () => {
  expect(marked("東京タワー", "京 タ")).toBe("東[京][タ]ワー");
  expect(marked("go🚀now", "🚀", "now")).toBe("go[🚀][now]");
});

test("without terms nothing is a hit", () => {
  expect(toSegments("some text", [])).toEqual([{ text: "some text", hit: false }]);
  expect(toSegments("", ["a"])).toEqual([]);
  expect(firstHit("some text", ["text"])).toBe(5);
  expect(firstHit("some text", ["me"])).toBeNull();
});

test("no part of a text is lost", () => {
  const text = fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 4 }), (said, terms) => {
      expect(
        toSegments(said, terms)
          .map((part) => part.text)
          .join(""),
      ).toBe(said);
    }),
  );
});
