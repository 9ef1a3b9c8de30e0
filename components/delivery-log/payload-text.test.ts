import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasMasked, jsonProblem, spreadJson } from "./payload-text";

describe("a payload to correct", () => {
  test("is spread over lines, and its numbers stay as they were written", () => {
    expect(spreadJson('{"id":12345678901234567890,"a":[1.0,{}],"b":[],"c":"x, {y}: \\"z\\"","d":null}')).toBe(
      [
        "{",
        '  "id": 12345678901234567890,',
        '  "a": [',
        "    1.0,",
        "    {}",
        "  ],",
        '  "b": [],',
        '  "c": "x, {y}: \\"z\\"",',
        '  "d": null',
        "}",
      ].join("\n"),
    );
  });

  test("is as the browser itself would spread it, whatever it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(spreadJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test("stays as it is when it isn't JSON", () => {
    expect(spreadJson('{"content": "cut off he')).toBe('{"content": "cut off he');
    expect(spreadJson("payload=x")).toBe("payload=x");
  });

  test("stays as it is when spreading would make it too long to be looked at", () => {
    const deep = (inside: string) => "[".repeat(99) + inside + "]".repeat(99);
    const long = deep(Array(50_000).fill("1").join());
    expect(spreadJson(long)).toBe(long);
    expect(spreadJson(deep("1,1"))).not.toBe(deep("1,1"));
  });

  test("says where it stops being JSON", () => {
    expect(jsonProblem('{\n  "content": "x",\n}')).toBe("This isn't valid JSON. Check line 3, column 1.");
    expect(jsonProblem('{"content": x}')).toMatch(/line 1, column 13/);
    expect(jsonProblem("  ")).toBe("The payload is empty.");
    expect(jsonProblem('{"a"')).toMatch(/^This isn't valid JSON/);
    expect(jsonProblem('{"content": "x"}')).toBeNull();
  });

  test("is long, and spread in no time", () => {
    const long = JSON.stringify({ list: Array.from({ length: 5000 }, (_, n) => ({ n, "a\\": '"' })) });
    expect(JSON.parse(spreadJson(long))).toEqual(JSON.parse(long));
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    expect(spreadJson(deep)).toBe(deep);
  });

  test("knows when something in it was masked", () => {
    expect(hasMasked('{"token":"•••"}')).toBe(true);
    expect(hasMasked('{"content":"…"}')).toBe(false);
  });
});
