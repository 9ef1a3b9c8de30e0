import { describe, expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { type BodyKind, readBody, readFields } from "@/lib/webhooks/request/read-body";

const all: BodyKind[] = ["json", "form", "text", "other"];

describe("a body is read by its content", () => {
  test.each<[string, readonly BodyKind[], object | string]>([
    ['{"a":1}', all, { a: 1 }],
    ['\n [{"a":"b=c&d"}]', all, [{ a: "b=c&d" }]],
    ["Disk full on db-1", all, "Disk full on db-1"],
    ["Load = 5 & rising: https://example.com/?a=b", all, "Load = 5 & rising: https://example.com/?a=b"],
    ["[2026-11-21 09:30] Disk full", all, "[2026-11-21 09:30] Disk full"],
    ["{{alert}} fired", all, "{{alert}} fired"],
    ["title=Disk%20full&host=db-1", ["form", "json", "other"], { title: "Disk full", host: "db-1" }],
    ["title=Disk%20full", ["text"], "title=Disk%20full"],
    ["title=Disk full&host=db-1", ["form"], { title: "Disk full", host: "db-1" }],
    ["debug&title=Disk", ["form"], { debug: "", title: "Disk" }],
    ["tag=a&tag=b&tag=c&title=T", ["form"], { tag: ["a", "b", "c"], title: "T" }],
    ["%7B%22a%22%3A1%7D", ["form"], { a: 1 }],
    ["Disk%20full%20at%20100%25", ["form"], "Disk full at 100%"],
    ["100% full", ["form"], "100% full"],
    ["7", ["text", "form", "other"], "7"],
    ['"quoted"', ["json"], "quoted"],
    ['{"a":', ["text"], '{"a":'],
    // As shell scripts write it, with line breaks and tabs within strings.
    ['{"a": "one\ntwo\t\\"three\\"\r\nfour",\n"b": 1}', all, { a: 'one\ntwo\t"three"\r\nfour', b: 1 }],
    ['{"a": "one\n', ["text"], '{"a": "one\n'],
  ])("%s", (text, kinds, payload) => {
    for (const kind of kinds) expect([kind, readBody(text, kind, bodyBudget()).payload]).toEqual([kind, payload]);
  });
});

describe("the JSON in a form is its payload", () => {
  const json = '{"a":1}';
  test.each<[string, [string, string][], object | string]>([
    ["payload", [["payload", json]], { a: 1 }],
    ["payload_json", [["payload_json", json]], { a: 1 }],
    ["data, as Uptime Kuma sends it", [["data", json]], { a: 1 }],
    ["any other name, if it is the only one", [["event", json]], { a: 1 }],
    [
      "none of several",
      [
        ["one", json],
        ["other", json],
      ],
      { one: json, other: json },
    ],
    [
      "a usual name before another",
      [
        ["extra", '{"b":2}'],
        ["data", json],
      ],
      { a: 1, extra: '{"b":2}' },
    ],
    ["with line breaks within its strings", [["payload", '{"a":"one\ntwo"}']], { a: "one\ntwo" }],
    ["a list", [["payload", "[1]"]], [1]],
    [
      "a list beside other fields",
      [
        ["payload", "[1]"],
        ["host", "db-1"],
      ],
      { host: "db-1", payload: [1] },
    ],
    [
      "a name that the JSON has, too",
      [
        ["payload", json],
        ["a", "2"],
        ["b", "3"],
      ],
      { a: 1, "form.a": "2", b: "3" },
    ],
    ["text, so it is a field like others", [["payload", "Disk full"]], { payload: "Disk full" }],
  ])("%s", (_, fields, payload) => {
    expect(readFields(fields, bodyBudget()).payload).toEqual(payload);
  });

  test("a field named like an inherited property is an ordinary field", () => {
    const { payload } = readFields(
      [
        ["__proto__", "x"],
        ["payload", '{"__proto__":{"polluted":1},"b":2}'],
      ],
      bodyBudget(),
    );
    expect(Object.entries(payload)).toEqual([
      ["__proto__", { polluted: 1 }],
      ["b", 2],
      ["form.__proto__", "x"],
    ]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("an unreadable body gets an error that says how to send it", () => {
  test.each<[string, BodyKind, RegExp]>([
    ["", "json", /^The body is empty\. Send JSON, a form or plain text\.$/],
    [
      "",
      "form",
      /^The form is empty\. Send at least one field, or send JSON with `Content-Type: application\/json`\.$/,
    ],
    ["a=&b=", "form", /^The form is empty\./],
    ['{"a":', "json", /^The body isn't valid JSON\./],
    ["{'a': 1}", "form", /^The body isn't valid JSON\./],
    ['[{"a":1}', "other", /^The body isn't valid JSON\./],
    ['payload={"a"', "form", /^The form field payload isn't valid JSON\./],
    ["payload={}", "form", /^The form field payload is an empty object/],
    ["7", "json", /^The body is only a number/],
  ])("%s as %s", (text, kind, sentence) => {
    expect(() => readBody(text, kind, bodyBudget())).toThrow(sentence);
  });
});

describe("JSON over its limits gets an error that names them", () => {
  const deep = '{"a":'.repeat(65);
  const long = (values: number) => `[${"1,".repeat(values - 1)}1]`;

  test.each<[string, string, BodyKind, RegExp]>([
    ["a deep body", deep, "json", /^The body must be JSON nested at most 64 levels deep\.$/],
    ["a deep text", deep, "text", /^The body must be JSON nested at most 64 levels deep\.$/],
    ["a long body", long(50_000), "other", /^The body must be JSON with at most 50,000 values\.$/],
    ["a deep payload", `payload=${deep}`, "form", /^The form field payload must be JSON nested at most 64 levels/],
    ["a deep field", `a=${encodeURIComponent(deep)}`, "form", /^The form field a must be JSON nested at most 64/],
    [
      "two fields",
      `payload=${long(30_000)}x&data=${long(30_000)}`,
      "form",
      /^The form field data must be JSON with at most 50,000 values\.$/,
    ],
  ])("%s", (_, text, kind, sentence) => {
    expect(() => readBody(text, kind, bodyBudget())).toThrow(sentence);
  });
});

test.each<[string, string, BodyKind]>([
  ["fields of one name", "a=[&".repeat(64 * 1024), "form"],
  ["fields that look like JSON", Array.from({ length: 30_000 }, (_, i) => `${i}=%5B%5B`).join("&"), "form"],
  ["names without values", "a&".repeat(128 * 1024), "form"],
  ["one name", "a".repeat(256 * 1024), "form"],
  ["one name", "a".repeat(256 * 1024), "json"],
  ["white space and a bracket", `${" ".repeat(256 * 1024)}[`, "json"],
])("a body of 256 KiB of %s is read in a few milliseconds", (_, text, kind) => {
  const read = () => {
    try {
      readBody(text, kind, bodyBudget());
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid" });
    }
  };
  expectEffort(read, 20);
});
