import { expect, test } from "vitest";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { expectEffort } from "@/lib/testing/effort";
import { discordLine, discordMarkdown } from "@/lib/webhooks/formats/discord/markdown";

/** What a reader sees, as tags. */
function shown(text: string): string {
  return tagged(parseMarkdown(discordMarkdown(text), false) ?? []);
}

function tagged(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map(({ type, text = "", info, children, level }) => {
      if (type === "text") return text;
      if (type === "softbreak" || type === "hardbreak") return "\n";
      const name = { paragraph: "p", strong: "b", em: "i", fence: "code", blockquote: "quote" }[type] ?? type;
      const label = `${name}${level ?? ""}${info ? ` ${info}` : ""}`;
      return `<${label}>${children ? tagged(children) : text}</${name}>`;
    })
    .join("");
}

test.each([
  [
    "within a line",
    "Failed ```The trace:\n  at x```\nafter",
    "<p>Failed</p><code>The trace:\n  at x</code><p>after</p>",
  ],
  ["at a line's end", "x\n```\nfoo\nbar```\n**b**", "<p>x</p><code>foo\nbar</code><p><b>b</b></p>"],
  ["between words", "a ```x``` b", "<p>a</p><code>x</code><p>b</p>"],
  ["as in Markdown", "```ts\nlet x;\n```", "<code ts>let x;</code>"],
  ["with a language and the end in its line", "```c++\nint x;```", "<code c++>int x;</code>"],
  ["with spaces in the first line", "```two words\nx```", "<code>two words\nx</code>"],
  ["with a language alone", "```ts\n```", "<code>ts</code>"],
  ["with a terminal's colors", "```ansi\n\u001b[2;31mred\u001b[0m [x]```", "<code ansi>red [x]</code>"],
  ["twice in a line", "```a``` and ```b```", "<code>a</code><p>and</p><code>b</code>"],
  ["in a quote", "> a ```\n> x\n> y``` z\nout", "<quote><p>a</p><code>x\ny</code><p>z</p></quote><p>out</p>"],
  ["with signs that are text in it", "```\n> x\n||y|| <t:1:R>\n```", "<code>> x\n||y|| <t:1:R></code>"],
  ["with more backticks", "````\n```\nx\n```\n````", "<code>```\nx\n```</code>"],
  ["that isn't closed", "Log:\n```\nline 1\nline 2", "<p>Log:</p><code>line 1\nline 2</code>"],
  ["that isn't closed, within a line", "Log: ```line 1\nline 2", "<p>Log:</p><code>line 1\nline 2</code>"],
  ["that a line only mentions", "Use ``` for **code**", "<p>Use ``` for <b>code</b></p>"],
  ["that is empty", "```\n```\n**b**", "<p>```\n```\n<b>b</b></p>"],
  ["that is escaped", "\\`\\`\\`\n**b**", "<p>```\n<b>b</b></p>"],
])("a code block %s", (_, text, tags) => expect(shown(text)).toBe(tags));

test.each([
  ["||hidden|| text ||too||", "<p>hidden text too</p>"],
  ["||```x```||", "<code>x</code>"],
  ["a || b", "<p>a || b</p>"],
  ["`||` and \\||x||", "<p><code_inline>||</code_inline> and ||x||</p>"],
  ["__underlined__ _i_ *i* **b** ***bi***", "<p><i>underlined</i> <i>i</i> <i>i</i> <b>b</b> <i><b>bi</b></i></p>"],
  ["__**both**__ **__both__**", "<p><i><b>both</b></i> <b>both</b></p>"],
  ["___both___", "<p><i><i>both</i></i></p>"],
  ["__init__.py and https://x.y/__init__.py", "<p><i>init</i>.py and <link>https://x.y/__init__.py</link></p>"],
  ["-# small *print*\nnext", "<p>small <i>print</i>\nnext</p>"],
  ["-# 1. # > x", "<p>1. # > x</p>"],
  ["> a\nb", "<quote><p>a</p></quote><p>b</p>"],
  ["x\n>>> a\n\nb", "<p>x</p><quote><p>a</p><p>b</p></quote>"],
  [">5 errors\n>>>no", "<p>>5 errors\n>>>no</p>"],
  ["# One\n## Two\n### Three", "<heading1>One</heading><heading2>Two</heading><heading3>Three</heading>"],
  ["Title\n---\ntext\n===", "<p>Title\n---\ntext\n===</p>"],
  ["+ added\n- removed", "<p>+ added</p><bullet_list><list_item>removed</list_item></bullet_list>"],
  ["a\n\n    at f (x.js:1)", "<p>a</p><p>\u00a0\u00a0\u00a0\u00a0at f (x.js:1)</p>"],
  [
    "- a\n    - b",
    "<bullet_list><list_item>a<bullet_list><list_item>b</list_item></bullet_list></list_item></bullet_list>",
  ],
  ["[label](https://x.y/a_b__c) <https://x.y/z>", "<p><link>label</link> <link>https://x.y/z</link></p>"],
  ["||https://x.y/z||", "<p><link>https://x.y/z</link></p>"],
  ["**Status:**ok x**(y)**z", "<p><b>Status:</b>ok x<b>(y)</b>z</p>"],
  ["** spaced ** ~~ too ~~", "<p><b>spaced</b>   <s>too</s></p>"],
  ["&amp; \\*x\\* \\_y\\_ \\🚀 C:\\dir\\\nz", "<p>&amp; *x* _y_ 🚀 C:\\dir\\\nz</p>"],
  ["<t:1795000000> <t:1795000000:R>", "<p>2026-11-18 11:06 UTC 2026-11-18 11:06 UTC</p>"],
  ["<t:1795000000:T> <t:1795000000:t> <t:1795000000:D>", "<p>11:06:40 UTC 11:06 UTC 2026-11-18</p>"],
  ["<t:9999999999999> <t:x>", "<p><t:9999999999999> <t:x></p>"],
  ["<:ok:117430585659490304> <a:party:117430585659490304>", "<p>:ok: :party:</p>"],
  [
    "<#117430585659490304> <id:customize> <id:linked-roles:117430585659490304>",
    "<p>#117430585659490304 #Channels & Roles #Linked Roles</p>",
  ],
  ["</deploy now:117430585659490304> </etc/passwd>", "<p>/deploy now </etc/passwd></p>"],
  [
    "<@117430585659490304> <@!117430585659490304> <@&117430585659490304>",
    "<p><mention></mention> <mention></mention> <mention></mention></p>",
  ],
  ["a < b && c > d | e", "<p>a < b && c > d | e</p>"],
])("%j is shown as in Discord", (text, tags) => expect(shown(text)).toBe(tags));

test.each([
  "Build **1841** passed in `api` _now_",
  "- a\n- b\n\n1. c\n2. d",
  "```ts\nlet x;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  "> quoted\n> more\n\n[x](https://x.y) ~~gone~~",
])("%j stays as it is", (text) => expect(discordMarkdown(text)).toBe(text));

test.each([
  ["**Build** `main` ~~x~~ ||y|| __z__", "Build main x y z"],
  ["*a* _b_ ***x*** \\*c\\* <:ok:117430585659490304> &amp;", "a b x *c* :ok: &amp;"],
  ["snake_case_name *.log and *.txt 2 * 3 * 4", "snake_case_name *.log and *.txt 2 * 3 * 4"],
])("%j is shown without marks where Parley has none", (text, line) => expect(discordLine(text)).toBe(line));

test
  .runIf(process.env.TEST_LONG)
  .each([
    "`",
    "```",
    "````a```",
    "__ ",
    "**a",
    "||",
    "> ",
    "<",
    "<a",
    "](",
    "\\",
    "&amp",
    "- ",
    "\n",
    " \n",
    "~~a:",
    "_",
    "http://",
    ">>> ",
  ])("%j, repeated, takes time in proportion to its length", (piece) => {
  const text = (length: number) => piece.repeat(length / piece.length);
  expectEffort(() => discordMarkdown(text(8000)), 2);
  expectEffort(() => discordMarkdown(text(64_000)), 10);
  expectEffort(() => discordLine(text(64_000)), 10);
});
