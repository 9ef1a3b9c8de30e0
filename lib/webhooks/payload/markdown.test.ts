import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { loadParser } from "@/components/chat/message/markdown/deferred-parser";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { codePoints } from "@/lib/text/text";
import { body, code, inline, link, listing, literal, withoutMentions } from "./markdown";

beforeAll(async () => void (await loadParser()));

const read = (source: string) => {
  const html = renderToStaticMarkup(createElement(Markdown, { source }));
  const text = html
    .replace(/<[^>]*>/g, "")
    .replace(
      /&(lt|gt|quot|#x27|amp);/g,
      (_, name) => ({ lt: "<", gt: ">", quot: '"', "#x27": "'" })[name as string] ?? "&",
    );
  return { text, tags: new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag)) };
};

test.each([
  "# no heading",
  "- no item",
  "+ no item",
  "1. no item",
  "12) no item",
  "=== no rule",
  "> no quote",
  "[x] [a](https://x.y) ![i](https://x.y/z)",
  "*a* **b** _c_ __d__ ~~e~~",
  "snake_case_name and __init__.py",
  "`code` ``more``",
  "a\\*b \\",
  "<b>bold</b> <https://x.y> &lt; &amp;",
  "https://x.y/a_b and me@example.com",
  "@everyone <@123456789012345678>",
  "| a | b |",
  "Fix!",
  ":bug: 50% #12 (x) {y}",
])("%s is shown literally", (text) => {
  for (const source of [literal(text), `[\`abc\`](https://x.y) ${literal(text)}`, `> ${literal(text)}`]) {
    expect(read(source).text.replace(/^abc /, "")).toBe(text);
  }
  expect([...read(literal(text)).tags].filter((tag) => tag !== "wbr")).toEqual(["div", "p"]);
  expect(withoutMentions(literal(text))).not.toMatch(/<@\d/);
});

test("identifiers stay in one piece, which keeps them searchable", () => {
  expect(literal("snake_case in lib/a-b.ts")).toBe("snake_case in lib/a-b.ts");
});

test.each(["main", "fix/`quoted`", "``", "`", "a*b_c[d]<e>|f", "\\"])("%s is shown literally as code", (text) => {
  expect(read(code(text)).text).toBe(text);
  expect(read(code(text)).tags).toContain("code");
  expect(read(link(code(text), "https://x.y/")).text).toBe(text);
  expect(read(link(code(text), "https://x.y/")).tags).toContain("a");
});

describe("a link", () => {
  test.each(["https://x.y/a(b)c)", "https://x.y/a?b=1&lt;=2", "https://x.y/?a=\\", "https://x.y/*a*_b_#[c]"])(
    "to %s is complete",
    (url) => {
      const { text, tags } = read(link("here", url));
      expect(text).toBe("here");
      expect(tags).toContain("a");
    },
  );

  test("without an address, or with a very long one, is plain text", () => {
    expect(link("here", undefined)).toBe("here");
    expect(link("here", `https://x.y/${"a".repeat(500)}`)).toBe("here");
  });
});

test("a list that is too long says how many items are missing", () => {
  expect(listing(["a", "b", "c"], ", ", 6, (count) => `${count} more`)).toBe("a, b, 1 more");
  expect(listing(["a"], "\n", 100, (count) => `${count} more`, 5)).toBe("a\n4 more");
  expect(inline(["a", "", "b"])).toBe("a, b");
});

const url = "https://github.com/octo/hello/pull/1";
const readBody = (markdown: string) => body(markdown, url);

describe("a text written on GitHub", () => {
  test.each([
    ["comments", "<!-- Describe\nyour change -->\nFixes #1<!---->.", "Fixes #1."],
    ["an unclosed comment", "a <!-- b", "a <!-- b"],
    [
      "comments in code",
      "`<!-- a -->` and\n```html\n<!-- b -->\n<p>\n```",
      "`<!-- a -->` and\n```html\n<!-- b -->\n<p>\n```",
    ],
    ["an unclosed code block", "~~~\n<p>", "~~~\n<p>"],
    ["images", '<img width="1" alt="Screen" src="https://x.y/(a).png" />', "![Screen](https://x.y/%28a%29.png)"],
    ["images with other schemes", '<img src="javascript:x">', ""],
    [
      "links",
      'See <a href="https://x.y/?a=1&amp;b=2">the <b>notes</b></a>.',
      "See [the **notes**](https://x.y/?a=1&b=2).",
    ],
    ["unclosed links", 'See <a href="https://x.y">this', "See this"],
    ["links to scripts", '<a href="javascript:x">this</a>', "this"],
    ["details", "<details><summary>Log</summary>\n\nabc\n</details>", "**Log**\n\n\n\nabc"],
    ["keyboard keys and line breaks", "Press <kbd>Ctrl</kbd><br>now", "Press `Ctrl`\nnow"],
    ["generic types", "Map<string, List<T>> and a < b > c", "Map<string, List<T>> and a < b > c"],
    ["URLs", "<https://x.y>", "<https://x.y>"],
    ["stray backticks", "a ` b <b>c</b>", "a ` b **c**"],
    ["only a template", "<!-- Describe your change -->\n\u200b", ""],
  ])("is shown as Markdown: %s", (_, markdown, expected) => expect(readBody(markdown)).toBe(expected));
});

describe("a long text", () => {
  test("ends at a word and links to the rest", () => {
    const out = readBody("word ".repeat(1000));
    expect(out).toMatch(/word…\n\n\[Read more on GitHub\]\(https:\/\/github\.com\/octo\/hello\/pull\/1\)$/);
    expect(codePoints(out)).toBeLessThan(2100);
  });

  test("is never cut within a character", () => {
    const out = readBody("🪣".repeat(3000));
    expect(out.isWellFormed()).toBe(true);
    expect(out).toMatch(/^🪣{2000}…\n/u);
  });

  test("closes its code before the link", () => {
    expect(readBody(`Log:\n\`\`\`\`sh\n${"line of output\n".repeat(300)}`)).toMatch(/output…\n````\n\n\[Read more/);
  });

  test("with many tags ends too and links to the rest", () => {
    expect(readBody("<p>a</p> <br>".repeat(5000))).toMatch(/a…\n\n\[Read more/);
    expect(readBody(`a${"<br>".repeat(9000)}b`)).toMatch(/^a…\n\n\[Read more/);
  });

  test("that is short without its comments is complete", () => {
    expect(readBody(`<!-- ${"x".repeat(60_000)} -->Done`)).toBe("Done");
  });

  test("without an address still says that there is more", () => {
    expect(body("x".repeat(3000), undefined)).toBe(`${"x".repeat(2000)}…`);
  });
});
