import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { searchMessages } from "@/lib/messages/search/search-messages";
import { wordsOf } from "@/lib/messages/search/words";
import { makeChannel, makeUser, userDraft } from "@/lib/testing/factories";
import { randomRuns } from "@/lib/testing/long";
import { foldText } from "@/lib/text/fold-text";

/** Posts these texts to a channel of their own, and returns a search in it. */
async function setUp(...texts: string[]) {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  await postMessages(texts.map((content) => userDraft(ada, channel, { content })));
  return async (query: string) => {
    const { results } = await searchMessages(ada, { text: `in:${channel.name} ${query}`, timeZone: "UTC" });
    return results.map(({ message }) => message.content).reverse();
  };
}

test("signs are found as they're typed, also inside of others", async () => {
  const texts = [
    "<<< merge marker >>>",
    "if (a != b) return",
    "a!==b",
    "x->y",
    "arrow -->",
    "() => 1",
    "C++ is fast, (C++) too",
    "C is old",
    "fixes #123, #1234",
    "123 things",
    "echo $HOME/bin",
    "home sweet home",
    "std::vector",
    "a && b || c",
    "100% done",
    "wait...",
    "80 € → 90 €",
    "plain text, with punctuation: (none) - a/b. Done!",
  ];
  const find = await setUp(...texts);
  const found: [string, string[]][] = [
    ["<<<", ["<<< merge marker >>>"]],
    ["<<", ["<<< merge marker >>>"]],
    [">>> merge", ["<<< merge marker >>>"]],
    ["!=", ["if (a != b) return", "a!==b"]],
    ["!==", ["a!==b"]],
    ["a!=b", ["if (a != b) return"]],
    ["->", ["x->y", "arrow -->"]],
    ["x->y", ["x->y"]],
    ["=>", ["() => 1"]],
    ["C++", ["C++ is fast, (C++) too"]],
    ["(c++).", ["C++ is fast, (C++) too"]],
    ['"C++ is"', ["C++ is fast, (C++) too"]],
    ["#123", ["fixes #123, #1234"]],
    ["$HOME", ["echo $HOME/bin"]],
    ["$", ["echo $HOME/bin"]],
    ["::", ["std::vector"]],
    ["std::vec", ["std::vector"]],
    ["&&", ["a && b || c"]],
    ["||", ["a && b || c"]],
    ["100%", ["100% done"]],
    ["...", ["wait..."]],
    ["wait…", ["wait..."]],
    ["→", ["80 € → 90 €"]],
    ["€", ["80 € → 90 €"]],
    ["#", ["fixes #123, #1234"]],
    ["home", ["echo $HOME/bin", "home sweet home"]],
    ["123", ["fixes #123, #1234", "123 things"]],
  ];
  for (const [query, messages] of found) expect([query, await find(query)]).toEqual([query, messages]);
  for (const query of ["%%", "<>", "C#", "++C"]) expect([query, await find(query)]).toEqual([query, []]);
});

test("words are found whatever signs are around and between them", async () => {
  const text = "**The** `build` failed => see [run 7](https://ci.example.com/runs/7?x=1), <b>now</b>";
  const find = await setUp(text);
  for (const query of [
    "build-failed",
    '"the build failed"',
    "failed.see",
    "(failed)",
    "now!",
    "https://ci.example.com/runs/7?x=1",
    "run-7",
  ]) {
    expect([query, await find(query)]).toEqual([query, [text]]);
  }
});

test("signs are found in Markdown that a tool has escaped", async () => {
  const find = await setUp(String.raw`\<\<\< C\+\+ \#7 5 \* 3`);
  for (const query of ["<<<", "C++", "#7", "5 * 3"])
    expect([query, await find(query)]).toEqual([query, [expect.any(String)]]);
});

test("a version is found inside of another, as whole numbers", async () => {
  const texts = [
    "version v1.2.3-rc.4+build5",
    "lodash@4.17.21",
    "lodash4.17.21",
    "python3.12 and go1.22",
    "11.21.3",
    "release-2.0",
  ];
  const find = await setUp(...texts);
  const found: [string, string[]][] = [
    ["1.2", [texts[0] ?? "", "python3.12 and go1.22"]],
    ['"1.2"', [texts[0] ?? ""]],
    ["1.2.3", [texts[0] ?? ""]],
    ["v1.2.3", [texts[0] ?? ""]],
    ["v1", [texts[0] ?? ""]],
    ['"v1.2.3"', [texts[0] ?? ""]],
    ["1.2.3-rc.4", [texts[0] ?? ""]],
    ["2.3-rc", [texts[0] ?? ""]],
    ["v1.2.3-rc.4+build5", [texts[0] ?? ""]],
    ["4.17.21", ["lodash@4.17.21", "lodash4.17.21"]],
    ["lodash@4.17", ["lodash@4.17.21"]],
    ["3.12", ["python3.12 and go1.22"]],
    ["1.22", ["python3.12 and go1.22"]],
    ["1.21", []],
    ["2.0", ["release-2.0"]],
  ];
  for (const [query, messages] of found) expect([query, await find(query)]).toEqual([query, messages]);
});

test("case, width, accents and ways to write a letter make no difference, in either direction", async () => {
  const pairs = [
    ["café", "cafe"],
    ["caf\u00e9", "cafe\u0301"],
    ["Straße", "STRASSE"],
    ["İzmir", "izmir"],
    ["ISPARTA", "ısparta"],
    ["ΟΔΟΣ", "οδός"],
    ["ＡＢＣ１２３", "abc123"],
    ["ﾊﾟｿｺﾝ", "パソコン"],
    ["ﬁnal", "final"],
    ["Łódź", "lodz"],
    ["smørrebrød", "smorrebrod"],
    ["Æsir", "aesir"],
    ["كِتَاب", "كتاب"],
    ["שָׁלוֹם", "שלום"],
    ["١٢٣٤", "1234"],
    ["ёлка", "ЕЛКА"],
    ["a\u200bb\u00adc", "abc"],
  ];
  for (const [one = "", other = ""] of pairs) {
    const find = await setUp(one, other, "something else");
    for (const query of [one, other]) expect([query, await find(query)]).toEqual([query, [one, other]]);
  }
});

const said = async (texts: readonly string[]) => {
  const rows = await db().$queryRaw<{ words: string; fold: string }[]>`
    SELECT btrim(regexp_replace(parley_search_text(t.said, NULL), ' +', ' ', 'g'), ' ') AS words, parley_fold(t.said) AS fold
    FROM unnest(${[...texts]}::text[]) WITH ORDINALITY AS t(said, place) ORDER BY place`;
  return rows;
};

test("the browser marks by the same rule as the database searches: for every character", async () => {
  // Those that both sides know: each has its own version of Unicode.
  const rows = await db().$queryRaw<{ code: number }[]>`
    SELECT code FROM generate_series(1, 196607) AS code WHERE code NOT BETWEEN 55296 AND 57343 AND unicode_assigned(chr(code))`;
  const characters = rows
    .map(({ code }) => String.fromCodePoint(code))
    .filter((character) => /^[^\p{Cn}\p{Co}]$/u.test(character));
  for (let from = 0; from < characters.length; from += 10_000) {
    const some = characters.slice(from, from + 10_000).map((character) => `a${character}1.2`);
    const folded = await said(some);
    const differ = some.filter((text, at) => {
      const row = folded[at];
      return (
        row?.words !==
          wordsOf(text)
            .map((word) => word.text)
            .join(" ") || row.fold !== foldText(text)
      );
    });
    expect(differ.map((text) => text.codePointAt(1)?.toString(16))).toEqual([]);
  }
});

test("the browser marks by the same rule as the database searches: for any text", async () => {
  const piece = fc.constantFrom(
    ..."ab1 9.-!<>()#+*\\/:_\"'`%\n→é字がß½…＃\u0301😀".split(/(?:)/u),
    "v1.2",
    "://",
    "**",
    "\\#",
  );
  const texts = fc.array(
    fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
    { minLength: 20, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const words = some.map((text) =>
        wordsOf(text)
          .map((word) => word.text)
          .join(" "),
      );
      expect((await said(some)).map((row) => row.words)).toEqual(words);
    }),
    { numRuns: randomRuns(50) },
  );
});
