import { describe, expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { markdownFilters, plainFilters } from "@/lib/webhooks/interpret/described/filters";

function filtered(name: string, value: unknown, ...given: unknown[]): unknown {
  const filter = plainFilters[name] ?? markdownFilters[name];
  if (!filter) throw new Error(`There is no filter ${name}.`);
  return filter(value, ...given);
}

const ODD: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x",
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  1e308,
  Number.MIN_SAFE_INTEGER,
  {},
  { toString: 1 },
  [],
  [null, {}, ["x"], 1],
  "\ud83e",
  "\0",
  "x".repeat(300_000),
  "`".repeat(70_000),
  "<script>".repeat(30_000),
  "javascript:alert(1)",
  "9".repeat(400),
  "2026-02-30T00:00:00Z",
  JSON.parse('{"__proto__":{"x":1},"constructor":2}'),
];

test.each([...Object.keys(plainFilters), ...Object.keys(markdownFilters)])("%s never throws", (name) => {
  for (const value of ODD) {
    for (const given of [undefined, null, "", "usd", {}, -1, "https://example.com/"]) {
      const made = filtered(name, value, given);
      if (name !== "pairs") expect(["string", "number"]).toContain(typeof made);
    }
  }
});

describe("durations", () => {
  test.each([
    [0, "0 ms"],
    [0.25, "250 ms"],
    [1.25, "1.3 s"],
    [59.7, "1 min"],
    [252, "4 min 12 s"],
    ["3600", "1 h"],
    [90_061, "1 d 1 h"],
    [86_405, "1 d"],
    [-1, ""],
    [null, ""],
    [{}, ""],
    [Number.NaN, ""],
    [1e12, ""],
  ])("%s seconds are %j", (seconds, shown) => expect(filtered("duration", seconds)).toBe(shown));

  test("can be given in milliseconds or as two points in time", () => {
    expect(filtered("duration_ms", 252_000)).toBe("4 min 12 s");
    expect(filtered("duration_ms", "soon")).toBe("");
    expect(filtered("until", "2026-11-22T09:00:00Z", 1_795_339_800)).toBe("30 min");
    expect(filtered("until", "2026-11-22T10:00:00Z", "2026-11-22T09:00:00Z")).toBe("");
    expect(filtered("until", "0001-01-01T00:00:00Z", undefined)).toBe("");
  });
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1500, "1.5 kB"],
  [2e9, "2 GB"],
  [1e21, "1000000 PB"],
  [-5, ""],
  ["many", ""],
])("%s bytes are %j", (bytes, shown) => expect(filtered("bytes", bytes)).toBe(shown));

test.each([
  [1250, "eur", "€12.50"],
  [12_000, "jpy", "¥12,000"],
  [1500, "KWD", "KWD\u00a01.500"],
  [500, "isk", "ISK\u00a05"],
  [500, "ugx", "UGX\u00a05"],
  [12_550, "rsd", "RSD\u00a0125.50"],
  [500, "mga", "MGA\u00a0500"],
  [104_500, "huf", "HUF\u00a01,045.00"],
  [-300, "usd", "-$3.00"],
  ["700", "usd", "$7.00"],
  [100, "QQQ", "QQQ\u00a01.00"],
  [100, "bits", "100"],
  [100, undefined, "100"],
  [null, "usd", ""],
  [{}, "usd", ""],
  [Number.NaN, "usd", ""],
])("%s of %s are %j", (amount, currency, shown) => expect(filtered("money", amount, currency)).toBe(shown));

test.each([
  [1_795_339_800, "2026-11-22T09:30:00.000Z"],
  [1_795_339_800_000, "2026-11-22T09:30:00.000Z"],
  ["1795339800000000", "2026-11-22T09:30:00.000Z"],
  ["2026-11-22 09:30:00 UTC", "2026-11-22T09:30:00.000Z"],
  ["2026-11-22T10:30:00+01:00", "2026-11-22T09:30:00.000Z"],
  ["2026-11-22", "2026-11-22T00:00:00.000Z"],
  ["Sun, 22 Nov 2026 09:30:00 GMT", "2026-11-22T09:30:00.000Z"],
  ["0001-01-01T00:00:00Z", ""],
  ["2026-13-45", ""],
  ["in an hour", ""],
  [0, ""],
  [1e300, ""],
  [null, ""],
])("the time %s is %j", (moment, shown) => {
  expect(filtered("time", moment)).toBe(shown);
  if (shown !== "") expect(filtered("date_time", moment)).toMatch(/^22 Nov 2026, \d\d:\d\d UTC$/);
});

test("an invalid time is shown as written", () => {
  expect(filtered("date_time", "tomorrow")).toBe("tomorrow");
  expect(filtered("relative", "tomorrow")).toBe("");
  expect(filtered("relative", "2001-01-01T00:00:00Z")).toMatch(/^[\d,]+ days ago$/);
});

test.each([
  ["words", "in_progress", "in progress"],
  ["words", "atRisk", "at risk"],
  ["words", "needs-a\nlook", "needs a look"],
  ["capital", "élan", "Élan"],
  ["capital", "", ""],
  ["sha", "da1560886d4f094c", "da15608"],
  ["sha", null, ""],
  ["ref", "refs/heads/feature/x", "feature/x"],
  ["ref", "main", "main"],
  ["host", "https://example.com:8443/x", "example.com:8443"],
  ["host", "javascript:alert(1)", ""],
  ["url", "javascript:alert(1)", ""],
  ["path", "a b/c?d", "a%20b/c%3Fd"],
  ["first_line", "\n\n one\ntwo", "one"],
  ["number", 1234567.8912, "1,234,567.891"],
  ["number", "about 3", "about 3"],
  ["number", "12345678901234567890", "12,345,678,901,234,567,890"],
  ["color", "In Progress", "blue"],
  ["color", "constructor", ""],
])("%s turns %j into %j", (name, value, shown) => expect(filtered(name, value)).toBe(shown));

test("counts have their noun in singular or plural", () => {
  expect(filtered("count", [1], "commit")).toBe("1 commit");
  expect(filtered("count", 0, "commit")).toBe("0 commits");
  expect(filtered("count", "2", "property", "properties")).toBe("2 properties");
  expect(filtered("count", null, "commit")).toBe("0 commits");
});

test("an unknown word gets the fallback color", () => {
  expect(filtered("color", "odd", "grey")).toBe("grey");
  expect(filtered("color", "FAILED", "grey")).toBe("red");
});

test("pairs are an object's own short values", () => {
  expect(filtered("pairs", { a: 1, b: { c: 2 }, d: null, e: "x" })).toEqual([
    { key: "a", value: 1 },
    { key: "e", value: "x" },
  ]);
  expect(filtered("pairs", [{ x: 1 }])).toEqual([{ x: 1 }]);
  expect(filtered("pairs", null)).toEqual([]);
});

test("HTML becomes plain text", () => {
  const html = "<style>p{}</style><p>One<br/>two &amp; &#x1F4A1; &lt;b&gt;</p><ul><li>three</li></ul><script>x()";
  expect(filtered("text_of_html", html)).toBe("One\ntwo & 💡 <b>\nthree");
  expect(filtered("text_of_html", "&#0;&#xffffff;&nope;")).toBe("&#0;&#xffffff;&nope;");
});

describe("Markdown and plain text", () => {
  test("plain values are shown literally", () => {
    expect(filtered("bold", "a*b")).toBe("**a\\*b**");
    expect(filtered("code", "a`b")).toBe("`` a`b ``");
    expect(filtered("quote", "*a*\nb")).toBe("> \\*a\\*\n> b");
    expect(filtered("lines", "*a*\r\n# b")).toBe("\\*a\\*\n\\# b");
  });

  test("links lead only to web addresses", () => {
    expect(filtered("link", "a]b", "https://example.com/(x)")).toBe("[a\\]b](https://example.com/%28x%29)");
    expect(filtered("link", "a", "javascript:alert(1)")).toBe("a");
    expect(filtered("code_link", "abc", null)).toBe("`abc`");
  });

  test("a block's fence is longer than any inside it, and always short", () => {
    expect(filtered("block", "a\n```\nb", "sh")).toBe("\n````sh\na\n```\nb\n````\n");
    expect(String(filtered("block", "`".repeat(5000))).length).toBeLessThan(50);
    expect(filtered("block", " \n ")).toBe("");
    expect(filtered("block", "a", "x y`")).toBe("\n```xy\na\n```\n");
  });

  test("JSON that is too deep or too long is cut off", () => {
    const deep = JSON.parse(`${"[".repeat(60_000)}${"]".repeat(60_000)}`);
    expect(String(filtered("json_block", deep)).length).toBeLessThan(500);
    expect(String(filtered("json_block", Array(50_000).fill({ a: 1 }))).length).toBeLessThan(10_000);
    expect(filtered("json_block", { a: [1, {}], b: null })).toBe(
      '\n```json\n{\n  "a": [\n    1,\n    {}\n  ],\n  "b": null\n}\n```\n',
    );
  });

  test("Jira's markup becomes Markdown", () => {
    const markup = [
      "h2. Steps to *see* it",
      "# Open [the log|https://logs.example.com/17|smart-link] or [https://example.com/a_b]",
      "## Look at {{cron.log}}, [~ada] and [~accountid:5b10a2844c20165700ede21g]\\!",
      "* *Bold*, _italic_, snake_case_name, 2*3*4 and [a|javascript:alert(1)]",
      "{quote}",
      "{color:red}It failed{color} <b>again</b> !shot.png|thumbnail!",
      "{quote}",
      "bq. Said before",
      "{code:java|title=Main.java}",
      "int a = b[*c*];",
      "{code}",
      "after {noformat}*open*",
    ].join("\r\n");
    expect(filtered("jira_markup", markup)).toBe(
      [
        "**Steps to see it**",
        "1. Open [the log](https://logs.example.com/17) or [https\\://example.com/a_b](https://example.com/a_b)",
        "   1. Look at `cron.log`, \\@ada and \\@someone\\!",
        "- **Bold**, *italic*, snake_case_name, 2\\*3\\*4 and a",
        "",
        "> It failed \\<b\\>again\\</b\\> shot.png",
        "",
        "> Said before",
        "",
        "",
        "```java",
        "int a = b[*c*];",
        "```",
        "",
        "after",
        "```",
        "*open*",
        "```",
      ].join("\n"),
    );
  });

  test.each([
    "[",
    "[a|",
    "*",
    "* ",
    "*a ",
    "_a ",
    "{{",
    "{{a",
    "!a",
    "!a.b|",
    "{code}",
    "{code:",
    "{quote}\n",
    "\\",
    "[~",
    "#",
  ])("Jira's markup made only of %j is read in linear time", (part) => {
    const hostile = part.repeat(6_000 / part.length);
    expectEffort(() => filtered("jira_markup", hostile), 10);
  });

  test("people's Markdown keeps its formatting and loses HTML and mentions", () => {
    expect(filtered("markdown", "**a** <b>c</b> <@123456789012345678>")).toBe(
      "**a** **c** <@\u200b123456789012345678>",
    );
  });
});
