import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { EmbedCard } from "@/components/chat/message/card/embed-card";
import { Markdown } from "@/components/chat/message/markdown/markdown";
import { leadsOf } from "@/lib/messages/cards/leads";
import { exampleFiles } from "@/lib/testing/examples";
import { postText } from "@/lib/testing/post-text";
import { payloadOf, readExample, withCard } from "@/lib/webhooks/interpret/described/example";
import { loadMarkdown } from "@/server/testing/markdown";
import { parseLine } from "./inline";
import type { Fields } from "./json";
import { mrkdwn, visibleText } from "./mrkdwn";
import { slack } from "./parse";
import { PayloadPath, SLACK, SlackReading } from "./reading";
import { richRun } from "./rich-text";
import { type SlackRun, STYLES } from "./runs";

beforeAll(loadMarkdown);

const examples = exampleFiles("slack").map((file) => {
  const text = readFileSync(file, "utf8");
  return [path.basename(file, ".md"), { file, text, payload: payloadOf(readExample(text)) }] as const;
});

function shown(html: string): string {
  const text = html.replace(/<br\/?>|<[^>]*>/g, (tag) => (/^<\/?(?:br|p|li|dt|dd|div|pre)/.test(tag) ? " " : ""));
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return oneLine(text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name] ?? ""));
}

const oneLine = (text: string): string => text.replace(/[\s\u00a0\u200b]+/g, " ").trim();
const markdown = (source: string): string => renderToStaticMarkup(<Markdown source={source} />);

function rendered(payload: unknown): string {
  const { content, embeds } = slack(payload);
  return renderToStaticMarkup(
    <>
      <Markdown source={content} />
      {embeds.map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
        <EmbedCard key={index} embed={{ ...embed, leads: leadsOf(embed) ?? undefined }} />
      ))}
    </>,
  );
}

const VISIBLE = new Set(["text", "title", "pretext", "author_name", "footer", "url", "title_link", "image_url"]);

/** Returns every line of text that Slack shows of a payload, and every address it links to. */
function visible(value: unknown, inFields = false): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => visible(each, inFields));
  if (isDead(value as Fields)) return [];
  return Object.entries(value).flatMap(([key, inside]: [string, unknown]) => {
    if (key === "elements" && Array.isArray(inside)) return visible(inside.filter((each) => !isInLine(each)));
    if (typeof inside !== "string") return visible(inside, key === "fields");
    if (!VISIBLE.has(key) && !(inFields && key === "value")) return [];
    return visibleText(inside)
      .split("\n")
      .map((line) => oneLine(line.replace(/^\s*(?:[-•>]|\d+\.)\s/, "")));
  });
}

/** Returns whether a button has no link and only notifies the sender's app. */
const isDead = (value: Fields): boolean => value.type === "button" && value.url === undefined;

/** Returns whether a value is an image within text, which is shown as its alt text. */
const isInLine = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "type" in value && value.type === "image";

test.each(examples)("everything visible in %s is on the page", (_, { payload }) => {
  const html = rendered(payload);
  const page = `${shown(html)} ${html.replaceAll("&amp;", "&")}`;
  for (const line of visible(payload)) expect(page).toContain(line);
});

test.each(examples)("%s becomes its card (-u writes it)", async (_, { file, text, payload }) => {
  await expect(withCard(text, postText(slack(payload)))).toMatchFileSnapshot(file);
});

test.each([
  "# no heading",
  "[x](y) and ![i](u)",
  "**not bold** __not either__ ~~nor this~~",
  "a \\ b \\* c \\",
  "a | b\n--- | ---\nc | d",
  "title\n---\nmore\n===",
  "snake_case_name and 2*3*4 and a~b~c",
  "&amp;lt; &amp;#42; &amp;copy;",
  "&lt;b&gt;bold&lt;/b&gt; <b>x</b>",
  "+ plus\n1) one",
  "2. second\n7. seventh",
  "    indented\n\tmore",
  "~~~\nnot code\n~~~",
  "a `b",
  "_ * ~ ` > x",
])("%j reads as it does in Slack, without other formatting", (text) => {
  const html = markdown(mrkdwn(text));
  expect(shown(html).replace(/^- /gm, "")).toBe(oneLine(visibleText(text)).replace(/^2\. /, ""));
  expect(html).not.toMatch(/<(?:strong|em|s|code|h\d|hr|table|a|blockquote)[ >/]/);
});

test.each([
  ["*not*here _this_, (*that*)!", 1],
  ['🔥*"quoted"*🔥', 1],
  ["*a _b_ ~c~*", 1],
  ['*"x"* *(y)*: *z.*', 3],
  ["*<https://x.y|link>*", 1],
])("the emphasis in %j is kept", (text, strong) => {
  const html = markdown(mrkdwn(text));
  expect(html.match(/<strong/g)).toHaveLength(strong);
  expect(shown(html)).toBe(oneLine(visibleText(text)));
});

const STYLE_OF: Record<string, number> = { strong: STYLES.bold, em: STYLES.italic, s: STYLES.strike };

/** Returns each visible character with its style on the page. */
function styledPage(html: string): string {
  let style = 0;
  const out: string[] = [];
  for (const [piece, close, tag] of html.matchAll(/<(\/?)(\w+)[^>]*>|&(?:lt|gt|quot|amp|#x27);|[^<&]/gu)) {
    if (tag === undefined) out.push(...[...shown(piece)].map((char) => char + style));
    else style += (close ? -1 : 1) * (STYLE_OF[tag] ?? 0);
  }
  return out.join("");
}

/** Returns each visible character with its style in Slack. */
const styledLine = (runs: readonly SlackRun[]): string =>
  runs.flatMap(({ text, style }) => [...text.replace(/\s/g, "")].map((char) => char + style)).join("");

test("any line looks exactly as in Slack", () => {
  const part = fc.constantFrom(
    ...'*_~`<>|&;#-+.[]()!\\ :"=@aé🔥1'.split(/(?:)/u),
    "&lt;",
    "&amp;",
    "**",
    " *b* ",
    "_c_",
    "<https://x.y|l>",
    "<!here>",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
      const line = `w${parts.join("")} w`;
      // Between a letter and a dot, "@here" is an email address, which says where it leads.
      fc.pre(!line.includes("```") && !line.includes("<!here>."));
      expect(styledPage(markdown(mrkdwn(line)))).toBe(styledLine(parseLine(line, "mrkdwn")));
    }),
    { numRuns: 1000 },
  );
});

test("lines that start like Markdown blocks are lines, items or quotes", () => {
  const start = fc.constantFrom(
    "",
    "#",
    "##",
    "---",
    "===",
    "|-|-|",
    "a|b",
    "+",
    "-",
    "•",
    "1.",
    "2)",
    "7.",
    ">",
    ">>>",
  );
  const line = fc
    .tuple(
      fc.constantFrom("", "  ", "     ", "\t"),
      start,
      fc.constantFrom("", " "),
      fc.constantFrom("w", "*x*", "", "-"),
    )
    .map((parts) => parts.join(""));
  const bare = (text: string) => text.replace(/[\s\u00a0•>.\-\d]/g, "");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const html = markdown(mrkdwn(`w\n${lines.join("\n")}`));
      expect(html).not.toMatch(/<(?:table|hr|pre)|text-lg|text-base/);
      expect(bare(shown(html))).toBe(bare(visibleText(`w\n${lines.join("\n")}`)));
    }),
    { numRuns: 500 },
  );
});

test("rich text keeps all of its text and styles", () => {
  const word = fc.string({ unit: fc.constantFrom(..."a(b).*_~ `é🔥".split(/(?:)/u)), minLength: 1, maxLength: 4 });
  const style = fc.record({ bold: fc.boolean(), italic: fc.boolean(), strike: fc.boolean(), code: fc.constant(false) });
  fc.assert(
    fc.property(fc.array(fc.record({ text: word, style }), { maxLength: 8 }), (texts) => {
      const elements = [{ type: "text", text: "w" }, ...texts.map((each) => ({ type: "text", ...each }))];
      const html = rendered({ blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }] });
      const item = (value: Fields) => ({ value, path: new PayloadPath(new SlackReading(SLACK, [])) });
      expect(styledPage(html)).toBe(styledLine(elements.map((each) => richRun(item(each)))));
    }),
    { numRuns: 500 },
  );
});

test("styles of rich text that meet inside a word are all kept", () => {
  const text = (word: string, style: object) => ({ type: "text", text: word, style });
  const elements = [
    text("Hel", { bold: true }),
    text("lo, ", { bold: true, italic: true }),
    text("(wor", { italic: true }),
    text("ld)", { strike: true }),
    text("end", {}),
    text("code`", { code: true, bold: true }),
  ];
  const html = rendered({ blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }] });
  expect(shown(html)).toBe("Hello, (world)endcode`");
  expect(html).toMatch(/<strong[^>]*>Hel<em>lo,<\/em><\/strong> <em>\(wor<\/em><s[^>]*>ld\)<\/s>end<strong/);
});

test("a link or button whose text names another site says where it leads", () => {
  const link = rendered({ text: "<https://evil.example/x|bank.example> <https://x.y/a|x.y> <https://x.y/b|here>" });
  expect(link.match(/leads to <bdi dir="ltr">[^<]*/g)).toEqual(['leads to <bdi dir="ltr">evil.example']);
  const button = { type: "button", text: { type: "plain_text", text: "bank.example" }, url: "https://evil.example/x" };
  expect(rendered({ blocks: [{ type: "actions", elements: [button] }] })).toContain(
    'leads to <bdi dir="ltr">evil.example',
  );
});
