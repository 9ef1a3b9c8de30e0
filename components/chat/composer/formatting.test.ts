import { describe, expect, test } from "vitest";
import { endsInCode, formatSelection, insertSign, stylesOf } from "./formatting";
import type { Style, TextEdit } from "./text-edit";

/** Applies an edit where "⟦" and "⟧" mark the selection, and shows the result in the same way. */
function done(marked: string, style: Style): string {
  const [start, end] = [marked.indexOf("⟦"), marked.indexOf("⟧") - 1];
  const text = marked.replace(/[⟦⟧]/g, "");
  return shown(text, formatSelection(text, start, end, style));
}

function shown(text: string, { start, end, insert, select: [from, to] }: TextEdit): string {
  const next = text.slice(0, start) + insert + text.slice(end);
  return `${next.slice(0, from)}⟦${next.slice(from, to)}⟧${next.slice(to)}`;
}

const inlineStyles: Style[] = ["bold", "italic", "strike", "code", "link"];
const lineStyles: Style[] = ["quote", "bullets", "numbers"];

test("formatting leaves out the spaces around the selection", () => {
  expect(done("a ⟦word ⟧b", "bold")).toBe("a **⟦word⟧** b");
  expect(done("⟦word⟧", "italic")).toBe("_⟦word⟧_");
  expect(done("⟦word⟧", "strike")).toBe("~~⟦word⟧~~");
  expect(done("⟦word⟧", "code")).toBe("`⟦word⟧`");
  expect(done("a ⟦⟧", "bold")).toBe("a **⟦⟧**");
});

test("applying a style again removes it, whether its signs are selected or not", () => {
  expect(done("a **⟦word⟧** b", "bold")).toBe("a ⟦word⟧ b");
  expect(done("a ⟦**word**⟧ b", "bold")).toBe("a ⟦word⟧ b");
  expect(done("`⟦word⟧`", "code")).toBe("⟦word⟧");
  expect(done("*⟦word⟧*", "italic")).toBe("⟦word⟧");
  expect(done("[⟦docs⟧](https://example.com/)", "link")).toBe("⟦docs⟧");
});

describe("without a selection, applying a style again", () => {
  const inline: Style[] = ["bold", "italic", "strike", "code"];

  /** Types words and applies styles, from an empty field or one that ends in `before`. */
  function typed(steps: (Style | `"${string}`)[], before = ""): string {
    return steps.reduce<string>(
      (marked, step) =>
        step.startsWith('"') ? marked.replace(/⟦.*⟧/, `${step.slice(1)}⟦⟧`) : done(marked, step as Style),
      `${before}⟦⟧`,
    );
  }

  test("takes both signs away while nothing is written between them", () => {
    for (const style of [...inline, "block", "link"] as Style[]) {
      expect([style, typed([style, style])]).toEqual([style, "⟦⟧"]);
      expect([style, typed([style, style], "one ")]).toEqual([style, style === "block" ? "one \n⟦⟧" : "one ⟦⟧"]);
    }
    expect(typed(["bold", "italic", "italic", "bold"], "a ")).toBe("a ⟦⟧");
    expect(done("** ⟦⟧**", "bold")).toBe(" ⟦⟧");
  });

  test("leaves the signs at the end of the text that was written", () => {
    expect(inline.map((style) => typed([style, '"x', style]))).toEqual(["**x**⟦⟧", "_x_⟦⟧", "~~x~~⟦⟧", "`x`⟦⟧"]);
    expect(inline.map((style) => typed([style, '"several words', style, '" on'], "so "))).toEqual([
      "so **several words** on⟦⟧",
      "so _several words_ on⟦⟧",
      "so ~~several words~~ on⟦⟧",
      "so `several words` on⟦⟧",
    ]);
    expect(typed(["block", '"x', "block"])).toBe("```\nx\n```\n⟦⟧");
    expect(typed(["block", '"x', "code"])).toBe("```\nx\n```\n⟦⟧");
    expect(done("[docs](https://example.com/⟦⟧)", "link")).toBe("[docs](https://example.com/)⟦⟧");
  });

  test("leaves them for every run of a line, and in every paragraph", () => {
    expect(typed(["bold", '"a', "bold", '" b ', "bold", '"c', "bold"])).toBe("**a** b **c**⟦⟧");
    expect(typed(["italic", '"a', "italic", '" 2 * 3 ', "italic", '"c', "italic"])).toBe("_a_ 2 * 3 _c_⟦⟧");
    expect(typed(["bold", '"x', "bold"], "f(**kwargs)\n\nand **\n\n")).toBe("f(**kwargs)\n\nand **\n\n**x**⟦⟧");
    expect(typed(["italic", '"x', "italic"], "a_b_c ")).toBe("a_b_c _x_⟦⟧");
    expect(typed(["italic", '"believ', "italic", '"able'], "un")).toBe("un*believ*able⟦⟧");
  });

  test("keeps a space before the last sign out of the marked text", () => {
    expect(typed(["bold", '"two words ', "bold", '"on'])).toBe("**two words** on⟦⟧");
    expect(typed(["italic", '"x ', "italic"])).toBe("_x_ ⟦⟧");
    expect(typed(["code", '"x ', "code"])).toBe("`x `⟦⟧");
  });

  test("leaves nested styles in any order", () => {
    expect(typed(["bold", "italic", '"x', "italic", "bold"])).toBe("**_x_**⟦⟧");
    expect(typed(["bold", "italic", '"x', "bold"])).toBe("**_x_**⟦⟧");
    expect(typed(["bold", "code", '"x', "code", '" y', "bold"])).toBe("**`x` y**⟦⟧");
    expect(done("***x⟦⟧***", "bold")).toBe("***x**⟦⟧*");
  });

  test("goes back into text that was just left, and removes the signs elsewhere in it", () => {
    expect(inline.map((style) => typed([style, '"x', style, style, '"y']))).toEqual([
      "**xy⟦⟧**",
      "_xy⟦⟧_",
      "~~xy⟦⟧~~",
      "`xy⟦⟧`",
    ]);
    expect(done("**_x_**⟦⟧", "italic")).toBe("**_x⟦⟧_**");
    expect(done("a **on⟦⟧e** b", "bold")).toBe("a on⟦⟧e b");
    expect(done("```js\na⟦⟧b\n```", "block")).toBe("a⟦⟧b");
  });

  test("doesn't take a sign in code, a list or a name for its own", () => {
    expect(done("`**` x⟦⟧", "bold")).toBe("`**` x**⟦⟧**");
    expect(done("* one\n* two⟦⟧", "italic")).toBe("* one\n* two*⟦⟧*");
    expect(done("a_b⟦⟧_c", "italic")).not.toBe("ab⟦⟧c");
  });
});

test("applying a link again while it has no URL leaves its text, and while it has no text its URL", () => {
  expect(done("see [docs](⟦https://⟧)", "link")).toBe("see ⟦docs⟧");
  expect(done("see [⟦⟧](https://example.com/)", "link")).toBe("see ⟦https://example.com/⟧");
});

test("bold isn't taken for italic, and two bold words aren't taken for one", () => {
  expect(done("**⟦word⟧**", "italic")).toBe("**_⟦word⟧_**");
  expect(done("⟦**word**⟧", "italic")).toBe("_⟦**word**⟧_");
  expect(done("⟦**a** b **c**⟧", "bold")).toBe("**⟦**a** b **c**⟧**");
});

test("italic works within a word, and code with a backtick in it stays one piece", () => {
  expect(done("un⟦believ⟧able", "italic")).toBe("un*⟦believ⟧*able");
  expect(done("⟦a`b⟧", "code")).toBe("``⟦a`b⟧``");
});

test("applying code again to a text with backticks removes it", () => {
  for (const text of ["a`b", "a``b", "a`b``c"]) expect(done(done(`⟦${text}⟧`, "code"), "code")).toBe(`⟦${text}⟧`);
  expect(done("⟦``a`b``⟧", "code")).toBe("⟦a`b⟧");
  expect(done("⟦a``b⟧", "code")).toBe("`⟦a``b⟧`");
});

test("inline styles apply to the text of each selected line, and are removed from all of them", () => {
  expect(done("⟦- one\n\n> two ⟧", "bold")).toBe("⟦- **one**\n\n> **two**⟧ ");
  expect(done("⟦- **one**\n- two⟧", "bold")).toBe("⟦- **one**\n- **two**⟧");
  expect(done("⟦- **one**\n- **two**⟧", "bold")).toBe("⟦- one\n- two⟧");
});

test("several lines of code become a block on lines of their own, and applying code again undoes that", () => {
  expect(done("see ⟦a\nb⟧ there", "code")).toBe("see \n```\n⟦a\nb⟧\n```\n there");
  expect(done("⟦a\nb⟧", "code")).toBe("```\n⟦a\nb⟧\n```");
  expect(done("x\n```js\n⟦a\nb⟧\n```\ny", "code")).toBe("x\n⟦a\nb⟧\ny");
  expect(done("⟦⟧", "block")).toBe("```\n⟦⟧\n```");
  expect(done("```\n⟦⟧\n```", "block")).toBe("⟦⟧");
  expect(done("⟦```\na\n```⟧", "block")).toBe("````\n⟦```\na\n```⟧\n````");
});

test("a link asks for what is missing: the address, or the text for one", () => {
  expect(done("see ⟦docs⟧", "link")).toBe("see [docs](⟦https://⟧)");
  expect(done("see ⟦https://example.com/⟧", "link")).toBe("see [⟦⟧](https://example.com/)");
});

test("lists and quotes mark whole lines, change each other's marks and are removed again", () => {
  expect(done("a\n⟦b\nc⟧c", "bullets")).toBe("a\n⟦- b\n- cc⟧");
  expect(done("⟦- a\n\n- b⟧", "numbers")).toBe("⟦1. a\n\n2. b⟧");
  expect(done("⟦1. a\n2. b⟧", "bullets")).toBe("⟦- a\n- b⟧");
  expect(done("⟦- a\n- [x] b⟧", "bullets")).toBe("⟦a\nb⟧");
  expect(done("⟦a\n\nb\n⟧c", "quote")).toBe("⟦> a\n>\n> b⟧\nc");
  expect(done("⟦> a\n>\n> b⟧", "quote")).toBe("⟦a\n\nb⟧");
});

test("without a selection, a list or quote starts or ends on the caret's line", () => {
  expect(done("⟦⟧", "bullets")).toBe("- ⟦⟧");
  expect(done("⟦⟧", "quote")).toBe("> ⟦⟧");
  expect(done("a\nb⟦⟧c", "numbers")).toBe("a\n1. b⟦⟧c");
  expect(done("- b⟦⟧", "bullets")).toBe("b⟦⟧");
  expect(done("⟦⟧- b", "bullets")).toBe("⟦⟧b");
});

describe("the styles of a selection", () => {
  const styles = (marked: string) => {
    const [start, end] = [marked.indexOf("⟦"), marked.indexOf("⟧") - 1];
    return [...stylesOf(marked.replace(/[⟦⟧]/g, ""), start, end)];
  };

  test("are those that applying again removes", () => {
    expect(styles("**⟦word⟧**")).toEqual(["bold"]);
    expect(styles("***⟦word⟧***")).toEqual(["bold", "italic"]);
    expect(styles("> - ~~⟦a⟧~~")).toEqual(["strike", "quote"]);
    expect(styles("```\n⟦a\nb⟧\n```")).toEqual(["code", "block"]);
    expect(styles("⟦plain⟧")).toEqual([]);
  });

  test("are what applying a style to plain text gives", () => {
    for (const style of [...inlineStyles.slice(0, 4), ...lineStyles])
      expect([style, styles(done("⟦word⟧", style))]).toEqual([style, [style]]);
    for (const style of [...inlineStyles.slice(0, 4), ...lineStyles])
      expect(done(done("⟦word⟧", style), style)).toBe("⟦word⟧");
  });
});

test("a sign is inserted apart from the word before it", () => {
  expect(shown("", insertSign("", 0, "@"))).toBe("@⟦⟧");
  expect(shown("hi", insertSign("hi", 2, "@"))).toBe("hi @⟦⟧");
  expect(shown("hi ", insertSign("hi ", 3, "@"))).toBe("hi @⟦⟧");
});

test("text after an open backtick is in code", () => {
  for (const text of ["`a", "```\na", "`a` `b"]) expect([text, endsInCode(text)]).toEqual([text, true]);
  for (const text of ["", "`a` ", "```\na\n```\n", "`a\n"]) expect([text, endsInCode(text)]).toEqual([text, false]);
});
