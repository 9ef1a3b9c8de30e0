import { setImmediate } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { longestTurn } from "@/lib/testing/effort";
import { readCard } from "@/lib/webhooks/interpret/own-cards/read-card";
import { applyCard } from "@/lib/webhooks/interpret/own-cards/use-card";

// What members could write to stop the server. A payload may have 256 KiB and a card 64 KiB.

/** In units of about 10 ms: 50 ms. */
const LONGEST_TURN = 5;

const KIB = 1024;
const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const list = Array.from({ length: 8_000 }, (_, index) => ({ id: index, name: `Item ${index}` }));
const keys = Object.fromEntries(Array.from({ length: 14_000 }, (_, index) => [`key${index}`, index]));
let deep: object = { end: true };
for (let depth = 0; depth < 2_000; depth += 1) deep = { a: deep, b: [depth] };
const strings = Object.fromEntries(
  [
    " ",
    "\n",
    "<",
    "`",
    "a ",
    "[",
    "*_",
    "&amp;",
    "{code}",
    "h1. \n",
    "  x",
    "<script ",
    "![](",
    "-",
    "\u200b",
    "@",
    "9",
  ].map((text, index) => [`s${index}`, repeated(text, 250 * KIB)]),
);
const STRINGS = Object.keys(strings);

type Payload = object | string;
const one = (name: string): Payload => ({ s: strings[name] });

const card = (fields: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  JSON.stringify({ name: "Hostile", event: "card", events: { card: { title: "Hello", ...fields } }, ...more });
const described = (description: string, more: Record<string, unknown> = {}) => card({ description }, more);
const loop = (inside: string) =>
  `{% for a in list %}{% for b in list %}{% for c in list %}${inside}{% endfor %}{% endfor %}{% endfor %}`;
const times = (count: number, text: string) => text.repeat(count);
const grow = (filter: string) =>
  `{% assign s = "${repeated("ab", 500)}" %}{% for a in list %}{% assign s = s | ${filter} %}{% endfor %}{{ s }}`;

/** A list, and the template that makes a thousand of each of its items. */
const inner = { list: [Array.from({ length: 2_000 }, () => repeated("x", 100))] };
const doubled = `{% assign l = list %}${times(10, "{% assign l = l | concat: l %}")}`;

const nested = (open: string, inner: string, close: string, depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Each with its payload. */
const HOSTILE: [name: string, yaml: string, payload: Payload][] = [
  // Loops
  ["an empty loop in loops", described(loop("")), { list }],
  ["a loop in loops", described(loop("{{ c.name }}")), { list }],
  ["a loop over a range of a billion", described("{% for i in (1..1000000000) %}{{ i }}{% endfor %}"), {}],
  ["loops over ranges", described("{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}"), {}],
  ["a range to a value", described("{% for i in (1..n) %}{{ i }}{% endfor %}"), { n: 1e308 }],
  [
    "a range that the payload makes infinite",
    described("{% for i in (a..b) %}x{% endfor %}"),
    { a: "-1e999", b: "1e999" },
  ],
  ["a loop over many keys", described("{% for a in keys %}{% for b in keys %}{% endfor %}{% endfor %}"), { keys }],
  [
    "a loop over characters",
    described('{% assign l = s | split: "" %}{% for a in l %}{% for b in l %}.{% endfor %}{% endfor %}'),
    one("s0"),
  ],
  [
    "loops that are reversed and limited",
    described(
      "{% for a in list reversed limit: 9999999 %}{% for b in list reversed offset: 1 %}{% endfor %}{% endfor %}",
    ),
    { list },
  ],
  [
    "a table row",
    described("{% tablerow i in list cols: 1 %}{% tablerow j in list %}x{% endtablerow %}{% endtablerow %}"),
    { list },
  ],
  ["a loop in the event's template", card({}, { event: loop("x") }), { list }],
  ["a loop in the skip rule", card({ skip: loop("") }), { list }],
  [
    "loops in every part",
    card(
      Object.fromEntries(
        ["title", "url", "footer", "color", "content", "thread_key", "update_key", "remark", "image"].map((part) => [
          part,
          loop("x"),
        ]),
      ),
    ),
    { list },
  ],
  // Growth
  ["text that doubles by append", described(grow("append: s")), { list }],
  ["text that doubles by prepend", described(grow("prepend: s")), { list }],
  ["text that grows by replace", described(grow('replace: "a", s')), { list }],
  ["text that grows by replacing nothing", described(grow('replace: "", s')), { list }],
  [
    "a list that doubles by concat",
    described("{% assign l = list %}{% for a in list %}{% assign l = l | concat: l %}{% endfor %}{{ l | size }}"),
    { list },
  ],
  ["a list that is joined with a long text", described('{% assign l = s | split: "" %}{{ l | join: s }}'), one("s4")],
  [
    "long texts in a list that is joined",
    described(
      '{% assign l = big | concat: big | concat: big | concat: big %}{% for a in l %}{{ l | join: "," }}{% endfor %}',
    ),
    { big: [strings.s0, strings.s0, strings.s0] },
  ],
  [
    "a list that occurs in a list a thousand times, as text",
    described(`${doubled}{% assign s = l | append: "" %}`),
    inner,
  ],
  ["a list in a list a thousand times, as JSON", described(`${doubled}{{ l | json_block }}`), { list: [[keys]] }],
  ["an object in a list a thousand times, as JSON", described(`${doubled}{{ l | json_block }}`), { list: [keys] }],
  ["a list in a list, sorted", described(`${doubled}{% assign l = l | sort: "k" %}`), { list: [{ k: inner.list[0] }] }],
  ["lists in lists, compared", described(`${doubled}{% if l contains list %}x{% endif %}`), inner],
  ["a long literal in a loop", described(`{% for a in list %}${repeated("x", 15_000)}{% endfor %}`), { list }],
  [
    "captured text in loops",
    described(
      `{% for a in list %}{% capture s %}{{ s }}${repeated("x", 10_000)}{{ s }}{% endcapture %}{% endfor %}{{ s }}`,
    ),
    { list },
  ],
  ["a number to a huge power", described(`{{ 9 ${times(1_500, "| times: 99999999 ")}}}`), {}],
  // Many things
  ["2,000 filters in one output", described(`{{ s ${times(1_700, "| markdown ")}}}`), one("s5")],
  ["filters that search for what isn't there", described(`{{ s ${times(900, '| replace: "zz", "y" ')}}}`), one("s4")],
  ["many outputs of a long text", described(times(2_000, "{{ s }}")), one("s4")],
  ["many raw outputs of a long text", described(times(1_200, "{{ s | raw }}")), one("s0")],
  ["many conditions", described(`{% if ${times(700, "list contains list or ")} true %}x{% endif %}`), { list }],
  [
    "many comparisons of long texts",
    described(`{% if ${times(900, "s contains t or ")} true %}x{% endif %}`),
    { s: `${strings.s4}b`, t: `${strings.s4?.slice(1)}b` },
  ],
  [
    "searching a long text at every position",
    described(times(300, "{% if s contains t %}x{% endif %}")),
    { s: repeated("a", 120 * KIB), t: `${repeated("a", 60 * KIB)}b` },
  ],
  ["a case with many values", described(`{% case s %}${times(1_000, "{% when 'a' %}b")}{% endcase %}`), one("s0")],
  [
    "a hundred messages of loops",
    card({ each: "list", description: "{% for i in (1..9999) %}{{ item.name }}{% endfor %}" }),
    { list },
  ],
  [
    "25 fields of long lists",
    card({
      fields: Array.from({ length: 25 }, () => ({ each: "list", name: "{{ row.name }}", value: "{{ row.id }}" })),
    }),
    { list },
  ],
  [
    "25 fields of many keys",
    card({
      fields: Array.from({ length: 25 }, () => ({ each: "keys", name: "{{ row.key }}", value: "{{ row.value }}" })),
    }),
    { keys },
  ],
  [
    "25 rows of long literals",
    card({ fields: Array.from({ length: 4 }, () => ({ each: "list", name: "n", value: repeated("`x ", 14_000) })) }),
    { list },
  ],
  [
    "messages of fields of lists",
    card({
      each: "list",
      fields: Array.from({ length: 25 }, () => ({ each: "list", name: "n", value: "{{ row.name }}" })),
    }),
    { list },
  ],
  [
    "a hundred events",
    card(
      {},
      {
        event: "{{ list | size }}",
        events: Object.fromEntries(
          Array.from({ length: 100 }, (_, index) => [`e${index}`, { title: times(30, "{{ a.b }}") }]),
        ),
      },
    ),
    { list },
  ],
  [
    "ten thousand events",
    card({}, { events: Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`e${index}`, {}])) }),
    {},
  ],
  ["thousands of names of one event", card({}, { events: { [times(20_000, "a|")]: {} } }), {}],
  ["thousands of fields", card({ fields: Array.from({ length: 3_000 }, () => ({ name: "a", value: "b" })) }), {}],
  ["thousands of mistakes", card({ fields: Array.from({ length: 20_000 }, () => 1) }), {}],
  [
    "mistakes in 25 templates",
    card({
      fields: Array.from({ length: 25 }, () => ({ name: "{{ a | b }}", value: `{{ ${repeated("x.", 2_000)} | c }}` })),
    }),
    {},
  ],
  [
    "thousands of unknown keys",
    card(Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`k${index}`, 1]))),
    {},
  ],
  // Depth and length
  ["deeply nested conditions", described(nested("{% if a %}", "x", "{% endif %}", 900)), { a: 1 }],
  ["deeply nested brackets", described(`{{ ${nested("a[", "b", "]", 9_000)} }}`), { a: {}, b: "c" }],
  ["deeply nested parentheses", described(`{% if ${nested("(", "a", ")", 9_000)} %}x{% endif %}`), { a: 1 }],
  ["a long path", described(`{{ ${times(9_000, "a.")}b }}`), deep],
  ["long paths through depths", described(times(80, `{{ ${times(120, "a.")}b }}`)), deep],
  ["a long path of a list", card({ each: repeated("a.", 60_000) }), deep],
  ["unclosed tags", described(times(4_000, "{% if")), {}],
  ["unclosed outputs", described(times(6_000, "{{ '")), {}],
  ["opening braces", described(repeated("{", 19_000)), {}],
  ["a template of quotes", described(`{{ ${repeated("'\"", 18_000)} }}`), {}],
  ["a long template", described(repeated("{{ a }}", 60_000)), { a: 1 }],
  [
    "templates up to the limit",
    card({
      title: repeated("{{ a }}", 19_000),
      description: repeated("{{ b | size }}", 19_000),
      content: repeated("{{c}}{%if c%}{%endif%}", 18_997),
    }),
    { a: 1 },
  ],
  ["YAML in depth", repeated("[", 64 * KIB), {}],
  ["YAML in braces", repeated("{a: ", 64 * KIB), {}],
  ["YAML in lists", repeated("- ", 64 * KIB), {}],
  ["YAML of questions", repeated("? ", 64 * KIB), {}],
  ["YAML of colons", repeated("a: b: ", 64 * KIB), {}],
  ["YAML of white space", `name:${repeated(" ", 63 * KIB)}x`, {}],
  ["YAML of line breaks in quotes", `name: "${repeated(" \n", 63 * KIB)}"`, {}],
  ["YAML of escapes", `name: "${repeated("\\x41", 63 * KIB)}"`, {}],
  ["YAML of anchors", repeated("&a ", 64 * KIB), {}],
  ["YAML of tags", repeated("!!str ", 64 * KIB), {}],
  ["YAML of comments", repeated("# a\n", 64 * KIB), {}],
  ["YAML of documents", repeated("---\n", 64 * KIB), {}],
  ["YAML of ended documents", repeated("a\n...\n", 64 * KIB), {}],
  ["YAML of pairs", `[${repeated("a: b, ", 63 * KIB)}]`, {}],
  ["YAML of one key", repeated("a: b\n", 64 * KIB), {}],
  [
    "YAML aliases",
    `a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nname: *c`,
    {},
  ],
  ["YAML merge keys", `a: &a {x: y}\n${repeated("b: {<<: *a}\n", 60 * KIB)}`, {}],
  ["YAML with many keys", Array.from({ length: 9_000 }, (_, index) => `k${index}: 1`).join("\n"), {}],
  ["a file above the limit", `name: ${repeated("x", 1024 * KIB)}`, {}],
  // Regular expressions
  [
    "a slow regular expression in recognise",
    card({}, { recognise: [{ has: { s: "^(a+)+$" }, text: "^(a|a)*$" }], event: "card" }),
    one("s4"),
  ],
  ["a regular expression in strip's argument", described('{{ s | strip: "(a+)+$" }}{{ s | rstrip: "[" }}'), one("s4")],
  ["white space at the end of lines", described(`{{ s | raw }}x{{ s | raw }}`), one("s0")],
  ["white space in the template", described(`x${repeated(" ", 19_000)}x`), {}],
  ["separators in a title", card({ title: `${times(400, " ,—")}x` }), {}],
  // Other ways out
  [
    "prototypes",
    described("{{ payload.__proto__ }}{{ constructor.constructor }}{{ s.constructor.name }}{{ __proto__.polluted }}"),
    { s: "x" },
  ],
  [
    "expressions in filters",
    described(`{{ list | where_exp: "a", "a.id > 1" | group_by_exp: "a", "a.name" | size }}`),
    { list },
  ],
  ["dates of any width", described('{{ "now" | date: "%99999999Y" }}'), {}],
  ["other files", described('{% include "/etc/passwd" %}{% render "x" %}{% layout "y" %}'), {}],
  ["JSON of everything", described(times(50, "{{ payload | json }}{{ payload | inspect }}")), { list }],
  ["blocks of JSON", described(times(400, "{{ payload | json_block }}")), { keys }],
  ["JSON in a text", described(times(40, "{% assign x = s | parse_json %}")), { s: JSON.stringify(list) }],
  ["sorted again and again", described(times(150, "{% assign l = list | reverse | sort: 'name' %}")), { list }],
  [
    "a table of everything",
    described(times(900, "{{ s | lookup: tables.t }}"), {
      tables: { t: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, "v"])) },
    }),
    one("s4"),
  ],
  ["pairs of many keys", described(times(300, "{% assign x = keys | pairs %}")), { keys }],
];

const FILTERS =
  "duration duration_ms until bytes sha digest money number time date_time relative first_line words capital ref host url path color outcome text_of_html count parse_json pairs lookup raw code bold link code_link lines quote block json_block markdown jira_markup strip split join replace remove truncate upcase downcase url_encode newline_to_br escape".split(
    " ",
  );

/** Whether any code ran that a template must not run. */
afterAll(() => expect(Reflect.get(Object.prototype, "polluted")).toBeUndefined());

async function use(yaml: string, payload: Payload): Promise<void> {
  const { card } = await readCard(yaml);
  // The payload had a secret, so that it's rendered twice.
  if (card) await applyCard(card, { payload, sent: typeof payload === "string" ? `${payload} ` : { ...payload } });
}

/** Runs it again if garbage collection may have been what took long. */
async function expectShortTurns(work: () => Promise<void>): Promise<void> {
  expect(await longestTurn(work, { runs: 4, enough: LONGEST_TURN })).toBeLessThan(LONGEST_TURN);
}

describe("no card stops other work for more than 50 ms:", () => {
  test("there are at least 50 of them", () => expect(HOSTILE.length).toBeGreaterThanOrEqual(50));

  test.each(HOSTILE)("%s", async (_, yaml, payload) => {
    await expectShortTurns(() => use(yaml, payload));
  });

  test.each(FILTERS)("the filter %s, with texts that are slow to search", async (filter) => {
    const each = `{{ s | ${filter}: s, s }}`;
    const fields = [{ each: "list", name: each, value: each }];
    const yaml = card({ description: each, content: times(60, each), fields });
    await expectShortTurns(async () => {
      const { card: read } = await readCard(yaml);
      for (const name of STRINGS) {
        const payload = { s: strings[name], list: [{}, {}, {}] };
        if (read) await applyCard(read, { payload, sent: payload });
        await setImmediate();
      }
    });
  });
});
