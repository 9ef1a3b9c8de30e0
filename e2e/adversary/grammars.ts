import fc, { type Arbitrary } from "fast-check";
import { cardModels } from "@/lib/testing/card-models";
import { fieldName, oddText, spoiled } from "./values";

/*
 * Texts of the grammars that strangers send. Each has what such a text usually has, and in between what makes a reader's work or its
 * result grow.
 */

const count = fc.constantFrom(1, 2, 5, 9, 30, 300, 3_000);
const depth = fc.constantFrom(2, 6, 40, 400, 8_000);
const short = oddText.filter((text) => text.length < 500);

/** Repeats `unit`, up to about 30 kB, which all readers accept. */
const much = (unit: string, times: number) =>
  unit.repeat(Math.max(1, Math.min(times, Math.floor(30_000 / unit.length))));

const list = (part: Arbitrary<string>, between: string): Arbitrary<string> =>
  fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(between));

/** A name that a YAML anchor may have. */
const anchor = fc.constantFrom("a", "a1", "é", "-", ".", "日", "/x", "_", "~");

/** Lists of aliases of lists of aliases, in a text that otherwise looks like any other. */
const aliases = fc
  .record({
    name: anchor,
    levels: fc.integer({ min: 2, max: 9 }),
    width: fc.constantFrom(9, 30, 30),
    // Readers that count only texts count nothing of the empty ones.
    leaf: fc.constantFrom("x", "{}", "{}", "[]"),
    isList: fc.boolean(),
  })
  .map(({ name, levels, width, leaf, isList }) => {
    const lines = Array.from({ length: levels }, (_, level) => {
      const before = level === 0 ? leaf : `*${name}${level - 1}`;
      const items = Array.from({ length: width }, (_, index) =>
        isList ? before : `${fieldName(index)}: ${before}`,
      ).join(", ");
      return `${fieldName(level)}: &${name}${level} ${isList ? `[${items}]` : `{${items}}`}`;
    });
    return `Host: web-3\nchecks:\n  - state: down\n${lines.join("\n")}\n`;
  });

const yamlPart = fc.oneof(
  short.map((text) => `title: ${JSON.stringify(text)}`),
  short.map((text) => `${text}: ${text}`),
  count.map((times) => much("- name: x\n  state: failed\n", times)),
  count.map((times) =>
    Array.from({ length: Math.min(times, 1_500) }, (_, index) => `key${index}: ${index}`).join("\n"),
  ),
  depth.map((times) => `deep: ${much("[", times)}${much("]", times)}`),
  depth.map((times) => `deep: ${much("{a: ", times)}1${much("}", times)}`),
  depth.map((times) => much("- ", times)),
  fc
    .constantFrom(6, 40, 200)
    .map((times) => Array.from({ length: times }, (_, level) => `${" ".repeat(level)}a:`).join("\n")),
  anchor.map((name) => `self: &${name} [*${name}]`),
  anchor.map((name) => `base: &${name} {a: 1}\nmore:\n  <<: [*${name}, *${name}, *${name}]`),
  fc.constantFrom(
    "? [a, b]\n: c",
    "x: !!js/function 'function () {}'",
    "x: !!binary aGk=",
    "x: !!set {a, b}",
    "x: !!omap [a: 1]",
    "x: !<tag:x,2000:y> z",
    "x: 2026-02-30",
    "x: 0o777_777",
    "x: .inf",
    "x: |\n  text",
    "x: >-\n  text",
    "---\na: 1\n---\nb: 2",
    "%YAML 1.2\n---\na: 1",
    "__proto__: {a: 1}",
    "<<: {a: 1}",
    "a: 1\na: 2",
  ),
);
const yaml = fc.oneof(
  aliases,
  list(yamlPart, "\n"),
  list(yamlPart, "\n").map((text) => `---\nHost: a\n${text}`),
);

const xmlPart: Arbitrary<string> = fc.oneof(
  short.map((text) => `<a b="${text}">${text}</a>`),
  count.map((times) => much("<i>x</i>", times)),
  depth.map((times) => much("<d>", times) + much("</d>", times)),
  depth.map((times) => much("<d>", times)),
  count.map((times) => `<a ${Array.from({ length: times }, (_, index) => `b${index}="1"`).join(" ")}/>`),
  count.map((times) => much("<![CDATA[x]]>", times)),
  count.map((times) => much("&lol;&#0;&#x110000;&amp;", times)),
  count.map((times) => much("<!DOCTYPE ", times)),
  count.map((times) => much("<!-- ", times)),
  count.map((times) => much("<?x ", times)),
  fc.constantFrom("<__proto__>x</__proto__>", "<a:b xmlns:a='x'/>", "<a></b>", "<", "]]>", "\0", "<constructor/>"),
);
const doctype = fc.constantFrom(
  "",
  '<?xml version="1.0" encoding="UTF-16"?>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
  '<!DOCTYPE a [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>',
  '<!doctype a [<!ENTITY % x SYSTEM "http://x.example/">%x;]>',
);
const xml = fc
  .tuple(doctype, list(xmlPart, "\n"), fc.constantFrom("<r>", "<alert>", "<html>", "<feed>"))
  .map(([start, inner, open]) => `${start}${open}${inner}${open.replace("<", "</")}`);

const csv = fc
  .tuple(
    list(fc.oneof(short, fc.constantFrom("name", "state", '"a,b"', '"', "=1+1", "__proto__", "2026-11-27 10:00")), ","),
    count,
    fc.constantFrom(",", ";", "\t"),
  )
  .map(([row, times, between]) => much(`${row.replaceAll(",", between)}\n`, times));

const looseLine = fc.oneof(
  short.map((text) => `Host: ${text}`),
  short.map((text) => `${text}: ${text}`),
  fc.constantFrom(
    "CRITICAL: Disk is full",
    "[error] x",
    "***** Nagios *****",
    "Backup failed",
    "level=error msg=x",
    "\t",
  ),
  count.map((times) => much('a="x\\" ', times)),
  count.map((times) => much("level=error ", times)),
  count.map((times) => much("  ", times)),
  count.map((times) => much("no failed ", times)),
);
const loose = fc.oneof(
  list(looseLine, "\n"),
  fc.tuple(looseLine, count).map(([line, times]) => much(`${line}\n`, times)),
);

/** A text with its content type, as a tool may post it. */
export const foreignText: Arbitrary<{ type: string; text: string }> = fc.oneof(
  fc.record({ type: fc.constantFrom("text/plain", "application/yaml", "text/x-yaml"), text: yaml }),
  fc.record({ type: fc.constantFrom("application/xml", "text/xml", "text/plain"), text: xml }),
  fc.record({ type: fc.constantFrom("text/csv", "text/plain"), text: csv }),
  fc.record({ type: fc.constantFrom("text/plain", "application/octet-stream", ""), text: loose }),
);

const markdownPart = fc.oneof(
  short,
  count.map((times) => much("> ", times)),
  depth.map((times) =>
    Array.from({ length: Math.min(times, 60) }, (_, level) => `${"  ".repeat(level)}- x`).join("\n"),
  ),
  count.map((times) => `|${much(" a |", times)}\n|${much("---|", times)}\n|${much(" b |", times)}`),
  fc
    .constantFrom(
      "*",
      "_",
      "**_",
      "~~",
      "`",
      "[",
      "](",
      "![",
      "<",
      "||",
      ":smile:",
      "@everyone ",
      "<@1>",
      "&amp;",
      "\\",
      "😀",
      "# ",
      "1. ",
      "```\n",
      "<#1> ",
      "www.x.example ",
      "https://x.example/(",
    )
    .chain((unit) => count.map((times) => much(unit, times))),
  count.map((times) => much("[a](https://x.example/) ", times)),
  count.map((times) => much("[a]: https://x.example/\n", times)),
);

/** Markdown, as people write it in messages. */
export const markdown: Arbitrary<string> = list(markdownPart, "\n");

const liquidPart = fc.oneof(
  short.map((text) => `{{ ${JSON.stringify(text)} }}`),
  fc
    .constantFrom(
      "append: x",
      "replace: 'a', x",
      "split: ''",
      "join: x",
      "concat: x",
      "sort",
      "map: 'a'",
      "reverse",
      "date: '%Y'",
      "times: 9e99",
      "divided_by: 0",
      "modulo: 0",
      "strip_html",
      "truncate: -1",
      "slice: 0, 99999999",
      "url_encode",
      "json",
      "where: 'a', 'b'",
      "uniq",
      "size",
    )
    .map((filter) => `{% assign x = x | ${filter} %}{{ x }}`),
  fc
    .constantFrom(
      "{% assign x = x | append: x %}",
      "{% assign l = l | concat: l %}",
      "{% capture x %}{{ x }}{{ x }}{% endcapture %}",
    )
    .chain((step) => count.map((times) => much(step, times))),
  fc.constantFrom(
    "{% for i in (1..1000000) %}x{% endfor %}",
    "{% for i in (1..100) %}{% for j in (1..100) %}{% for k in (1..100) %}x{% endfor %}{% endfor %}{% endfor %}",
    "{% tablerow i in (1..100000) %}x{% endtablerow %}",
    "{% cycle 'a', 'b' %}",
    "{% include 'x' %}",
    "{% render '/etc/passwd' %}",
    "{% layout 'x' %}",
    "{% raw %}{{",
    "{% unknown %}",
    "{{ x.constructor.constructor }}",
    "{{ __proto__ }}",
    "{{ payload | json }}",
    "{{ (1..99999999) | join: ',' }}",
    "{%- liquid\nassign x = 1\necho x -%}",
  ),
  depth.map((times) => much("{% if true %}", times) + much("{% endif %}", times)),
  depth.map((times) => `{{ x${much(".a", times)} }}`),
  depth.map((times) => `{{ x${much("[0]", times)} }}`),
);

/** A file for a webhook's own card: YAML with templates. */
export const cardFile: Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: list(liquidPart, " ").map((template) => {
      return `name: CI\nevent: card\nevents:\n  card:\n    title: ${JSON.stringify(`{% assign x = "aa" %}{% assign l = "a,b" | split: "," %}${template}`)}\n    text: "{{ title }}"\n`;
    }),
  },
  { weight: 1, arbitrary: yaml },
  {
    weight: 1,
    arbitrary: yamlPart.map((part) => `name: CI\nevent: card\nevents: { card: { title: Hello } }\n${part}\n`),
  },
);

/** A webhook's own card as the form sends it, and with odd values in it. */
export const cardModel: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: cardModels.map((model) => JSON.stringify(model)) },
  { weight: 1, arbitrary: cardModels.chain(spoiled) },
);
