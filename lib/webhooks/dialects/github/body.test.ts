import { describe, expect, test } from "vitest";
import { codePoints } from "@/lib/text";
import { body } from "./body";

const url = "https://github.com/octo/hello/pull/1";
const read = (markdown: string) => body(markdown, url);

describe("what somebody wrote on GitHub", () => {
  test.each([
    ["comments", "<!-- Describe\nyour change -->\nFixes #1<!---->.", "Fixes #1."],
    ["an unclosed comment", "a <!-- b", "a <!-- b"],
    [
      "comments in code",
      "`<!-- a -->` and\n```html\n<!-- b -->\n<p>\n```",
      "`<!-- a -->` and\n```html\n<!-- b -->\n<p>\n```",
    ],
    ["a block of code that isn't closed", "~~~\n<p>", "~~~\n<p>"],
    ["images", '<img width="1" alt="Screen" src="https://x.y/(a).png" />', "![Screen](https://x.y/%28a%29.png)"],
    ["images from elsewhere", '<img src="javascript:x">', ""],
    [
      "links",
      'See <a href="https://x.y/?a=1&amp;b=2">the <b>notes</b></a>.',
      "See [the **notes**](https://x.y/?a=1&b=2).",
    ],
    ["links that aren't closed", 'See <a href="https://x.y">this', "See this"],
    ["links to scripts", '<a href="javascript:x">this</a>', "this"],
    ["details", "<details><summary>Log</summary>\n\nabc\n</details>", "**Log**\n\n\n\nabc"],
    ["keys and line breaks", "Press <kbd>Ctrl</kbd><br>now", "Press `Ctrl`\nnow"],
    ["types of code", "Map<string, List<T>> and a < b > c", "Map<string, List<T>> and a < b > c"],
    ["addresses", "<https://x.y>", "<https://x.y>"],
    ["stray backticks", "a ` b <b>c</b>", "a ` b **c**"],
    ["nothing but a template", "<!-- Describe your change -->\n\u200b", ""],
  ])("is Markdown: %s", (_, markdown, expected) => expect(read(markdown)).toBe(expected));
});

describe("a long text", () => {
  test("ends at a word, and leads to the rest", () => {
    const out = read("word ".repeat(1000));
    expect(out).toMatch(/word…\n\n\[Read more on GitHub\]\(https:\/\/github\.com\/octo\/hello\/pull\/1\)$/);
    expect(codePoints(out)).toBeLessThan(2100);
  });

  test("is never cut inside a character", () => {
    const out = read("🪣".repeat(3000));
    expect(out.isWellFormed()).toBe(true);
    expect(out).toMatch(/^🪣{2000}…\n/u);
  });

  test("closes its code before the link", () => {
    expect(read(`Log:\n\`\`\`\`sh\n${"line of output\n".repeat(300)}`)).toMatch(/output…\n````\n\n\[Read more/);
  });

  test("of many tags ends as well, and leads to the rest", () => {
    expect(read("<p>a</p> <br>".repeat(5000))).toMatch(/a…\n\n\[Read more/);
    expect(read(`a${"<br>".repeat(9000)}b`)).toMatch(/^a…\n\n\[Read more/);
  });

  test("that is short without its comments is whole", () => {
    expect(read(`<!-- ${"x".repeat(60_000)} -->Done`)).toBe("Done");
  });

  test("without an address still says that there is more", () => {
    expect(body("x".repeat(3000), undefined)).toBe(`${"x".repeat(2000)}…`);
  });
});
