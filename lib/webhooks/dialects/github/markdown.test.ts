import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { loadParser } from "@/components/messages/markdown/late-parser";
import { Markdown } from "@/components/messages/markdown/markdown";
import { withoutMentions } from "./card";
import { code, inline, link, listing, literal } from "./markdown";

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
])("%s reads literally", (text) => {
  for (const source of [literal(text), `[\`abc\`](https://x.y) ${literal(text)}`, `> ${literal(text)}`]) {
    expect(read(source).text.replace(/^abc /, "")).toBe(text);
  }
  expect([...read(literal(text)).tags]).toEqual(["div", "p"]);
  expect(withoutMentions(literal(text))).not.toMatch(/<@\d/);
});

test("names of code keep their words together, so that they can be found", () => {
  expect(literal("snake_case in lib/a-b.ts")).toBe("snake_case in lib/a-b.ts");
});

test.each(["main", "fix/`quoted`", "``", "`", "a*b_c[d]<e>|f", "\\"])("%s is code, and reads literally", (text) => {
  expect(read(code(text)).text).toBe(text);
  expect(read(code(text)).tags).toContain("code");
  expect(read(link(code(text), "https://x.y/")).text).toBe(text);
  expect(read(link(code(text), "https://x.y/")).tags).toContain("a");
});

describe("a link", () => {
  test.each(["https://x.y/a(b)c)", "https://x.y/a?b=1&lt;=2", "https://x.y/?a=\\", "https://x.y/*a*_b_#[c]"])(
    "to %s is a whole link",
    (url) => {
      const { text, tags } = read(link("here", url));
      expect(text).toBe("here");
      expect(tags).toContain("a");
    },
  );

  test("without an address, or with an endless one, is its text", () => {
    expect(link("here", undefined)).toBe("here");
    expect(link("here", `https://x.y/${"a".repeat(500)}`)).toBe("here");
  });
});

test("a list that is too long says how much is missing", () => {
  expect(listing(["a", "b", "c"], ", ", 6, (count) => `${count} more`)).toBe("a, b, 1 more");
  expect(listing(["a"], "\n", 100, (count) => `${count} more`, 5)).toBe("a\n4 more");
  expect(inline(["a", "", "b"])).toBe("a, b");
});
