import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import type { MessageDto } from "@/lib/messages/dto";
import { expectEffort } from "@/lib/testing/effort";
import { aMessage } from "@/lib/testing/message";
import { loadMarkdown } from "@/server/testing/markdown";
import { Markdown } from "./markdown";
import { MentionsProvider, ReaderProvider } from "./mentions-context";

beforeAll(loadMarkdown);

// Without places where a long word may break.
const html = (source: string) => renderToStaticMarkup(<Markdown source={source} />).replaceAll("<wbr/>", "");
const text = (source: string) =>
  html(source)
    .replace(/<[^>]*>/g, "\n")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, "&");

describe("Markdown in a message", () => {
  test("renders emphasis, strikethrough, code and line breaks", () => {
    const out = html("**bold** *slanted* ~~gone~~ `code`\nnext");
    for (const part of ["bold</strong>", "slanted</em>", "gone</s>", "code</code>", "<br/>next"]) {
      expect(out).toContain(part);
    }
  });

  test("shows raw HTML as text", () => {
    expect(html("<script>alert(1)</script> <b>x</b>")).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;x");
  });

  test("links URLs and opens them in a new tab", () => {
    const out = html("see https://example.com/a?b=1 and me@example.com");
    expect(out).toContain('href="https://example.com/a?b=1"');
    expect(out).toContain('rel="noopener noreferrer nofollow"');
    expect(out).toContain('href="mailto:me@example.com"');
  });

  test("shows where a link leads if its text names another site", () => {
    const mark = '(leads to <bdi dir="ltr">evil.example</bdi>)</span></a>';
    for (const text of [
      "https://bank.example",
      "bank.example",
      "**bank**.example",
      "`bank.example`",
      "at bank.example now",
    ]) {
      expect(html(`[${text}](https://evil.example/x)`), text).toContain(mark);
    }
    expect(html("![bank.example](https://evil.example/i.png)")).toContain(mark);
    expect(html("[![bank.example](https://a.b/i.png)](https://evil.example)")).toContain(mark);
    expect(html("[ada@bank.example](mailto:eve@evil.example)")).toContain("(writes to ");
    for (const source of [
      "https://x.y/a",
      "[x.y](https://x.y)",
      "[www.x.y](https://x.y/b)",
      "[here](https://x.y)",
      "me@x.y",
      "<https://x.y>",
    ]) {
      expect(html(source), source).not.toMatch(/(?:leads|writes) to/);
    }
  });

  test("shows a link's domain in letters that can't be mistaken for others", () => {
    expect(html("https://аpple.com/")).toContain('(leads to <bdi dir="ltr">xn--pple-43d.com</bdi>)');
    for (const source of ["https://xn--pple-43d.com/", "<https://xn--pple-43d.com/>"]) {
      expect(text(source)).toContain("https://xn--pple-43d.com/");
      expect(html(source)).not.toContain("leads to");
    }
    expect(html("<https://bank.example@evil.example/>")).toContain('(leads to <bdi dir="ltr">evil.example</bdi>)');
    expect(text("https://x.y/%E2%80%AEabc%E2%80%8B")).toContain("https://x.y/%E2%80%AEabc%E2%80%8B");
    expect(text("https://x.y/%C3%A9t%C3%A9")).toContain("https://x.y/été");
  });

  test("doesn't link file names", () => expect(html("main.rs notes.md //a.com")).not.toContain("<a"));

  test("doesn't link other schemes, and keeps their text", () => {
    for (const href of ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "file:///x", "/x"]) {
      const out = html(`[label](${href}) <${href}> ![pic](${href})`);
      expect(out).not.toContain("href");
      expect(out).toContain("label");
    }
  });

  test("turns images into links and loads nothing", () => {
    expect(html("![a **cat**](https://x.y/cat.png)")).toMatch(/href="https:\/\/x.y\/cat.png"[^>]*>a cat<\/a>/);
    expect(html("[![alt](https://x.y/i.png)](https://x.y)").match(/<a /g)).toHaveLength(1);
    expect(html("![](https://x.y/i.png)")).not.toContain("<img");
  });

  test("renders task lists", () => {
    const out = html("- [x] done\n- [ ] open\n- [link](https://x.y)");
    expect(out).toContain('aria-label="Done"');
    expect(out).toContain('aria-label="To do"');
    expect(out).not.toContain("[x]");
    expect(out.match(/role="img"/g)).toHaveLength(2);
  });

  test("puts the marks of lists and quotes on the side where their text begins", () => {
    expect(html("- عنصر أول\n- عنصر ثان")).toMatch(/^<div[^>]*><ul dir="rtl"[^>]*><li dir="rtl"[^>]*>عنصر أول/);
    expect(html("1. אחת\n2. two")).toMatch(/<ol dir="rtl".*<li dir="rtl"[^>]*>אחת<\/li><li dir="ltr"[^>]*>two/);
    expect(html("> اقتباس")).toMatch(/<blockquote dir="rtl"/);
    expect(html("> quote\n>\n> اقتباس")).toMatch(/<blockquote dir="ltr".*<p dir="auto"[^>]*>اقتباس/);
    // Paragraphs of an item, nested lists and tasks.
    expect(html("- عنصر\n\n  فقرة\n\n- ثان")).toMatch(/<ul dir="rtl"[^>]*><li dir="rtl"[^>]*><p/);
    expect(html("- one\n  - عنصر")).toMatch(/<ul dir="ltr".*<li dir="ltr".*<ul dir="rtl".*<li dir="rtl"/);
    expect(html("- [x] عنصر")).toMatch(/<li dir="rtl"[^>]*><span role="img"/);
    expect(html("> - عنصر")).toMatch(/<blockquote dir="rtl".*<ul dir="rtl"/);
    // Without a letter, as the list around it.
    expect(html("- عنصر\n- 12")).toMatch(/<ul dir="rtl".*<li class/);
    expect(html("| א | b |\n| --- | ---: |\n| 1 | 2 |")).toMatch(/dir="rtl"[^>]*><table.*<div dir="auto">b/);
  });

  test("keeps code from left to right, and doesn't let it decide the direction of a text", () => {
    expect(html("`npm run` اقرأ")).toContain('<code dir="ltr"');
    expect(html("- `npm run` اقرأ")).toContain('<li dir="rtl"');
    expect(html("> ```\n> code\n> ```\n> اقرأ")).toMatch(/<blockquote dir="rtl".*<figure dir="ltr"/);
  });

  test("ends a list at the next line that isn't indented", () => {
    expect(html("- one\n- two\nAfter")).toMatch(/<\/ul><p[^>]*>After/);
    expect(html("- one\n  still one")).toContain("<br/>still one");
  });

  test("doesn't link versions as email addresses", () => expect(html("parley@1.4.2")).not.toContain("<a"));

  test("renders tables with aligned columns", () => {
    const out = html("| a | b |\n|---|--:|\n| 1 | 2 |");
    expect(out).toContain("<th");
    expect(out).toContain("text-right");
  });

  test("keeps text that looks like a link definition", () => expect(text("[1]: https://x.y")).toContain("https://x.y"));

  test("removes characters that reorder the text around them", () => {
    expect(html("a\u202Eb\u0000\u2066c")).toContain("abc");
  });

  test("keeps every word and never throws", () => {
    const mark = fc.constantFrom(
      ..."*_~`#>-+.[]()!|<>&\\\n \t:\"'=".split(""),
      "\n\n",
      "1. ",
      "- [ ] ",
      "```\n",
      "    ",
    );
    const word = fc.stringMatching(/^w[a-z0-9]{1,6}w$/);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            mark,
            word.map((each) => ` ${each} `),
          ),
          { maxLength: 80 },
        ),
        (parts) => {
          const source = parts.join("");
          const out = text(source);
          for (const [kept] of source.matchAll(/w[a-z0-9]{1,6}w/g)) expect(out).toContain(kept);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("never makes an unsafe link", () => {
    const part = fc.constantFrom(
      "[a]",
      "(javascript:",
      "x)",
      "<data:",
      ">",
      "https://",
      "//",
      "j\navascript:",
      "&#106;",
      "![",
      "](",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 30 }), (parts) => {
        const hrefs = [...html(parts.join("")).matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? "");
        expect(hrefs.filter((href) => !/^(https?|mailto):/i.test(href))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a mention", () => {
  const ada = "117430585659490304";
  const grace = "117430585659490305";
  const mentions = [
    { id: ada, name: "Ada <Lovelace>", notifies: true },
    { id: grace, name: "Grace", notifies: false },
  ];
  const inMessage = (source: string, fields: Partial<MessageDto> = {}, plain = false) =>
    renderToStaticMarkup(
      <ReaderProvider id={ada}>
        <MentionsProvider message={aMessage({ mentions, ...fields })}>
          <Markdown source={source} plain={plain} />
        </MentionsProvider>
      </ReaderProvider>,
    );

  test("is a pill with the person's name, highlighted for the reader", () => {
    expect(inMessage(`**<@${ada}>** hello`)).toMatch(
      /<span dir="auto" class="[^"]*bg-mention[^"]*">@Ada &lt;Lovelace&gt;<\/span>/,
    );
    expect(inMessage(`hi <@!${grace}>,`)).toMatch(/hi <span dir="auto" class="[^"]*text-accent[^"]*">@Grace<\/span>,/);
    expect(inMessage(`<@${grace}>`)).not.toContain("bg-mention");
  });

  test("of an unknown person says so", () => {
    expect(inMessage("<@117430585659490309>")).toContain(">@unknown person</span>");
    expect(html(`<@${ada}>`)).toContain(">@unknown person</span>");
  });

  test("is text in code, when escaped, and when it only looks like a mention", () => {
    for (const source of [
      `\`<@${ada}>\``,
      `\`\`\`\n<@${ada}>\n\`\`\``,
      `\\<@${ada}>`,
      "<@123>",
      `<@${ada}123>`,
      "<@!>",
    ]) {
      expect(inMessage(source), source).not.toContain("Ada");
      expect(inMessage(source), source).toContain("&lt;@");
    }
  });

  test("works in links and image names", () => {
    expect(inMessage(`[ask <@${grace}>](https://x.y)`)).toMatch(/<a [^>]*>ask <span[^>]*>@Grace<\/span><\/a>/);
    expect(inMessage(`![by <@${grace}>](https://x.y/i.png)`)).toMatch(/<a [^>]*>by @Grace<\/a>/);
  });

  test("says nothing about the direction of its text", () => {
    expect(inMessage(`- <@${grace}> اقرأ`)).toMatch(/<ul dir="rtl".*<li dir="rtl"[^>]*><span dir="auto"/);
  });

  test("of everyone is a pill only if it notifies people", () => {
    for (const word of ["@everyone", "@here"]) {
      expect(inMessage(`${word}: look`)).toContain(`>${word}: look</p>`);
      expect(inMessage(`${word}: look`, { mentionsEveryone: true })).toMatch(
        new RegExp(`<span dir="auto" class="[^"]*bg-mention[^"]*">${word}</span>: look`),
      );
    }
    for (const source of ["a@everyone.org", "@everyones", "@@here", "\\@here", "`@here`", "https://x.y/@here"]) {
      expect(inMessage(source, { mentionsEveryone: true }), source).not.toContain("bg-mention");
    }
  });

  test("is a name where Markdown isn't rendered", () => {
    expect(inMessage(`**<@${grace}>**`, {}, true)).toContain(">**@Grace**</p>");
    expect(inMessage(`${"* ".repeat(4000)}<@${grace}>`)).toContain("@Grace");
  });

  test("is fast even among many", () => {
    const sources = [
      `<@${ada}>`.repeat(8000 / 21),
      "<@".repeat(100_000),
      `<@${ada}`.repeat(10_000),
      "@everyone ".repeat(800),
      "[<@".repeat(2600),
      `[<@${ada}>](`.repeat(300),
    ];
    for (const source of sources) {
      expectEffort(() => inMessage(`${source} end`, { mentionsEveryone: true }), 50, source.slice(0, 30));
    }
    expect(inMessage(`<@${ada}>`.repeat(8000 / 21)).match(/<span/g)).toHaveLength(380);
  });
});

describe("a malicious text", () => {
  const repeated = ["* ", ">", "*a_", "[", "![](", "`", "|a", "<", "a@", "1. ", "> * ", "**a ", "```\n", "[a](", "x"];

  test("is shown whole, and fast", () => {
    for (const part of repeated) {
      const show = () => expect(text(`${part.repeat(8000 / part.length)} end`)).toContain("end");
      expectEffort(show, 50, part);
    }
  });

  test("is plain text when it contains too many URLs", () => {
    expect(html(`${"[![a](b)](c) ".repeat(100)}**end**`)).toContain("<strong");
    const many = `${"[![a](b)](c) ".repeat(600)}**end**`;
    expect(html(many)).not.toContain("<strong");
    expect(text(many)).toContain("end");
  });

  test("is plain text when a table would have thousands of empty cells", () => {
    expect(html(`${"|a".repeat(100)}\n${"|-".repeat(100)}\n${"a\n".repeat(3700)}end`)).not.toContain("<td");
  });

  test("has limited nesting and keeps the words below it", () => {
    const deep = html(`${"> ".repeat(200)}down here`);
    expect(deep.match(/<blockquote/g)).toHaveLength(12);
    expect(deep).toContain("down here");
    const em = html(`${"*a ".repeat(500)}x${" a*".repeat(500)}`);
    expect((em.match(/<em>/g) ?? []).length).toBeLessThan(30);
  });
});
